export {
  type Answer,
  type Block,
  drop,
  HELLO,
  hangAfter,
  hello,
  type Reaction,
  slow,
  text,
  thinking,
  toolCall,
} from './answer.ts';
export { type Api, type ModelServer, type ReactionTo, type ReceivedRequest, startModelServer } from './model-server.ts';

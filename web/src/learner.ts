/* Learning from mistakes: the position before each is shown, and the user looks for the better move. */
import type { Controller } from './controller';
import { lossKind, mistakesOf } from './judge';
import { movesTo } from './tree';
import type { Node } from './tree';
import type { Evaluation } from './types';

const tryMs = 400;

export class Learner {
  constructor(private controller: Controller) {}

  begin(): void {
    const { controller } = this, { node, engines } = controller.state;
    if (!node) return;
    const own = engines[0] !== engines[1] ? (engines[0] ? 1 : 0) : null; /* who played against the engine learns from the own moves */
    const all = mistakesOf(controller.view, node).filter((n) => n.parent?.evaluation?.best);
    const tasks = own === null ? all : all.filter((n) => n.parent?.side === own);
    if (tasks.length === 0) return controller.notify(controller.t('noneToLearn'));
    controller.stopSearch();
    controller.set({ learning: { tasks, index: 0, found: 0, said: 'ask', tried: '' } });
    this.showTask();
  }

  private showTask(): void {
    const { learning } = this.controller.state;
    if (learning) this.controller.show(learning.tasks[learning.index].parent as Node).catch((error) => this.controller.report(error));
  }

  async answer(move: string): Promise<void> {
    const { controller } = this, { learning, node } = controller.state;
    if (!learning || !node || (learning.said !== 'ask' && learning.said !== 'wrong')) return;
    const task = learning.tasks[learning.index], best = task.parent?.evaluation as Evaluation;
    if (move === best.best) return controller.set({ learning: { ...learning, said: 'right', tried: move, found: learning.found + 1 } });
    if (move === task.move) return controller.set({ learning: { ...learning, said: 'wrong', tried: move } });
    controller.set({ learning: { ...learning, said: 'thinking', tried: move } });
    try { /* another move: is it about as good? */
      const place = controller.place(node), after = { ...place, moves: [...movesTo(node), move] };
      const result = await controller.connection.go(after, { movetime: tryMs }, () => undefined).result;
      const sign = node.side === 0 ? -1 : 1; /* the other side is to move after it */
      const value: Evaluation = { score: sign * (result.score ?? 0), win: sign * (result.win ?? 0), depth: 1, best: '', pv: [] };
      const good = lossKind(controller.view, controller.view.loss(best, value, node.side)) < 0;
      controller.set({ learning: { ...learning, said: good ? 'good' : 'wrong', tried: move, found: learning.found + (good ? 1 : 0) } });
    } catch (error) {
      controller.set({ learning: { ...learning, said: 'ask' } });
      controller.report(error);
    }
  }

  reveal(): void {
    const { learning } = this.controller.state;
    if (learning) this.controller.set({ learning: { ...learning, said: 'shown' } });
  }

  next(): void {
    const { controller } = this, { learning } = controller.state;
    if (!learning) return;
    if (learning.index + 1 >= learning.tasks.length) return controller.set({ learning: { ...learning, said: 'done' } });
    controller.set({ learning: { ...learning, index: learning.index + 1, said: 'ask', tried: '' } });
    this.showTask();
  }

  end(): void {
    this.controller.set({ learning: null });
  }
}

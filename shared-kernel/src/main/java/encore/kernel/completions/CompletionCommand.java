package encore.kernel.completions;

import encore.kernel.Command;

/** The commands of completions of quests. */
public sealed interface CompletionCommand<R> extends Command<R> {

    /**
     * Completes a quest for a fan, and records the activity. Whether the fan may complete it was decided before; only an
     * erased fan, a deleted quest and a removed business are refused here. A completion that exists is the answer again.
     */
    record CompleteQuest(CompletionId completion, CompletionDraft draft) implements CompletionCommand<CompletedQuest> {

        @Override
        public CompletionId stream() {
            return completion;
        }
    }
}

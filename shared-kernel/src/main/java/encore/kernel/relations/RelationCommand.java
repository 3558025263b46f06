package encore.kernel.relations;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountId;

/** The commands of relations. Each answers the two ids that it is about. */
public sealed interface RelationCommand extends Command<RelatedThings> {

    /** Relates two tags or two idols. An unknown tag or idol is refused. */
    record Relate(RelationKind kind, long account, String one, String other) implements RelationCommand {
        @Override
        public RelationId stream() {
            return RelationId.between(kind, account, one, other);
        }
    }

    /** Ends a relation. It changes nothing when there is none. */
    record Unrelate(RelationKind kind, long account, String one, String other) implements RelationCommand {
        @Override
        public RelationId stream() {
            return RelationId.between(kind, account, one, other);
        }
    }

    /**
     * Relates two tags by name, or ends their relation. An unknown name is refused.
     *
     * @param together true to relate, false to end the relation
     */
    record RelateTags(long account, String tagName, String relatedTagName, boolean together)
            implements RelationCommand {
        @Override
        public StreamId stream() {
            return new AccountId(account);
        }
    }
}

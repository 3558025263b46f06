package encore.kernel.relations;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountId;
import encore.kernel.relations.RelationQuery.FindIdolRelation;
import encore.kernel.relations.RelationQuery.FindTagRelation;

/** The commands of relations. Each answers the two ids that it is about. */
public sealed interface RelationCommand extends Command<RelatedPair> {

    /** Relates two tags or two idols. An unknown tag or idol is refused. */
    record Relate(RelationKind kind, long account, String one, String other)
            implements RelationCommand, Command.Save<RelatedPair, IdolRelation> {
        @Override
        public RelationId stream() {
            return RelationId.between(kind, account, one, other);
        }

        @Override
        public FindIdolRelation record(RelatedPair two) {
            return new FindIdolRelation(
                    account, RelationId.between(RelationKind.IDOL, account, two.one(), two.other()));
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
            implements RelationCommand, Command.Save<RelatedPair, TagRelation> {
        @Override
        public StreamId stream() {
            return new AccountId(account);
        }

        @Override
        public FindTagRelation record(RelatedPair two) {
            return new FindTagRelation(account, RelationId.between(RelationKind.TAG, account, two.one(), two.other()));
        }
    }
}

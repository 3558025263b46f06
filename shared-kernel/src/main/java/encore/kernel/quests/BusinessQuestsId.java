package encore.kernel.quests;

import encore.kernel.StreamId;

/** The list of the quests of a business; prints as {@code quests.<account>.<business_id>}. */
@StreamId.Kind("quests")
public record BusinessQuestsId(long account, long businessId) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}

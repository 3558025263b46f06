package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The list of the quests of a business; prints as {@code quests.<account>.<business_id>}. */
public record BusinessQuestsId(long account, long businessId) implements StreamId {

    @JsonCreator
    public static BusinessQuestsId parse(String text) {
        String[] parts = StreamNames.split(text, "quests", 3);
        return new BusinessQuestsId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "quests." + account + "." + businessId;
    }
}

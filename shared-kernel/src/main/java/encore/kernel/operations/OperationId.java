package encore.kernel.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** An operation of an account, or of the operator, whose account is 0; prints as {@code operation.<account>.<uid>}. */
public record OperationId(long account, String uid) implements StreamId {

    @JsonCreator
    public static OperationId parse(String text) {
        String[] parts = StreamNames.split(text, "operation", 3);
        return new OperationId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "operation." + account + "." + uid;
    }
}

package encore.kernel;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The identity of an aggregate and so of its stream in the log. It prints with its kind and account first, for example
 * {@code ledger.7.42.0192f3c1-…}: all streams share one key space, and another account's id is an unknown stream.
 */
public interface StreamId {

    long account();

    /** The stream's name in the log: {@code <kind>.<account>.<rest>}. Names and contacts never enter it. JSON has it so. */
    @Override
    @JsonValue
    String toString();
}

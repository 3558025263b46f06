package encore.kernel;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The identity of an aggregate and its stream in the log. Its text begins with its kind and account, for example {@code
 * ledger.7.42.0192f3c1-…}. All streams share one key space, and the id of another account is an unknown stream.
 */
public interface StreamId {

    long account();

    /**
     * Returns the stream's name in the log and in JSON: {@code <kind>.<account>.<rest>}. Names and contacts never enter
     * it.
     */
    @Override
    @JsonValue
    String toString();
}

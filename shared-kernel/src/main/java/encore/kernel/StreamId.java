package encore.kernel;

import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The identity of an aggregate and its stream in the log. Its text begins with its kind and account, for example {@code
 * ledger.7.42.0192f3c1-…}. All streams share one key space, and the id of another account is an unknown stream.
 *
 * <p>An id is a record. Its text is its {@link Kind} and its components in their order, with dots between them; an id among
 * the components adds its own components. {@code docs/stream-names.txt} locks the texts.
 */
public interface StreamId {

    long account();

    /**
     * Returns the stream's name in the log and in JSON: {@code <kind>.<account>.<rest>}. Names and contacts never enter
     * it. Each record says {@code return StreamId.print(this)}, since an interface cannot replace the text that Java gives
     * to a record.
     */
    @Override
    @JsonValue
    String toString();

    /** Returns the text of an id. */
    static String print(StreamId id) {
        return StreamNames.of(id.getClass()).print(id);
    }

    /**
     * Returns the id with this text.
     *
     * @throws RuntimeException if the text is not one of such an id
     */
    static <I extends StreamId> I parse(Class<I> type, String text) {
        return type.cast(StreamNames.of(type).parse(text));
    }

    /** Returns whether a stream's name is one of such an id, by its kind. */
    static boolean isOf(Class<? extends StreamId> type, String stream) {
        return StreamNames.of(type).isKindOf(stream);
    }

    /**
     * The first part of an id's text. An id of several kinds has an enum as its first component, and each constant has its
     * kind.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.FIELD})
    @interface Kind {

        String value();
    }
}

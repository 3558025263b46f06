package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;

/** A name that no message of ours has. */
final class UnknownMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    private UnknownMessage(String name) {
        super(name, null, false, false);
    }

    static MessageCatalogue.Entry unless(MessageCatalogue.@Nullable Entry known, String name) {
        if (known == null) {
            throw new UnknownMessage(name);
        }
        return known;
    }
}

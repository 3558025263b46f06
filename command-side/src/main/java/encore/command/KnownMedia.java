package encore.command;

import encore.infra.eventstore.Streams;
import encore.kernel.media.MediaId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks that media which a command names exist. A command checks only the media that it sets: a reference that was
 * stored before stays, whatever happened to its asset.
 */
public final class KnownMedia {

    private KnownMedia() {}

    /**
     * Throws a Refusal (400, naming media_uid) when a given asset is unknown, removed or another account's.
     *
     * @param given the uid that the command sets; null when it sets none
     * @param stored the uid that is stored now; setting it again is no change
     */
    public static void mustExist(long account, @Nullable UUID given, @Nullable UUID stored, Streams streams) {
        if (given != null && !given.equals(stored)) {
            streams.mustBeOpen(new MediaId(account, given.toString()), "media_uid");
        }
    }
}

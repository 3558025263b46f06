package encore.infra.eventstore.media;

import encore.kernel.media.MediaId;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores the bytes of media in numbered parts. An event names an asset after all its parts are stored, so bytes without
 * an event are left over from an upload that did not end.
 */
public interface MediaStore extends AutoCloseable {

    /** Stores a part, durable on return. It replaces a part with this index. */
    void write(MediaId media, int part, byte[] bytes);

    /** Returns a part, or null when it is not stored. */
    byte @Nullable [] read(MediaId media, int part);

    /** Deletes all parts of an asset, durable on return. A repeat changes nothing. */
    void delete(MediaId media);

    /** Passes on each asset that has parts, with the time at which its last part was stored. */
    void forEach(BiConsumer<MediaId, Instant> asset);

    @Override
    default void close() {}
}

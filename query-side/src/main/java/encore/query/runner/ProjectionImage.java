package encore.query.runner;

import encore.query.batches.DeadLetterQueue;
import encore.query.image.ImageFile;
import encore.query.image.ImageFile.ImageState;
import encore.query.projection.Projection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The image of a projection's memory at the last stop of this process. It exists until some of its data has to be
 * erased. A store without files keeps no images. Used under the runner's lock.
 */
final class ProjectionImage {

    /**
     * When an image is more events behind than this, loading the documents is faster than reading the image and the
     * events since.
     */
    private static final long MAX_EVENTS_SINCE_IMAGE = 500_000;

    private final DeadLetterQueue letters;

    /** Null where the store keeps no images. */
    private final @Nullable ImageFile file;

    ProjectionImage(@Nullable ImageFile file, DeadLetterQueue letters) {
        this.file = file;
        this.letters = letters;
    }

    /**
     * Reads the image into a memory, unless it is too old or a dead letter that it lacks was removed since.
     *
     * @param documents the position of the documents
     * @return the state of the memory, or empty when the image cannot be used
     */
    Optional<ImageState> read(long documents, Projection.Imaged memory) {
        return file == null
                ? Optional.empty()
                : file.read(
                        image -> image.position() <= documents
                                && documents - image.position() <= MAX_EVENTS_SINCE_IMAGE
                                && deadLetterPositions().containsAll(image.missed()),
                        memory);
    }

    /** Writes the image of a memory that has followed the documents to this position and no further. */
    void write(long documents, Projection.Imaged memory) {
        if (file != null) {
            file.write(new ImageState(documents, deadLetterPositions()), memory);
        }
    }

    /**
     * Deletes the image. This is needed when a dead letter is removed, too: the events after an image do not say
     * whether that event is in it.
     */
    void delete() {
        if (file != null) {
            file.delete();
        }
    }

    private Set<Long> deadLetterPositions() {
        Set<Long> dead = new HashSet<>();
        letters.forEach(letter -> dead.add(letter.position()));
        return dead;
    }
}

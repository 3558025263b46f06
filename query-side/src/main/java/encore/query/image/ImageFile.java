package encore.query.image;

import encore.kernel.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image of one projection's memory, as of one position. It only makes the next start faster: an image that is
 * missing, damaged or of another build is ignored. It contains the same data as the documents, and is deleted with
 * them.
 */
public final class ImageFile {

    private static final Logger LOG = LoggerFactory.getLogger(ImageFile.class);

    /**
     * The fingerprint of the classes that write images, because an image has their memory layout; empty where it is
     * unknown.
     */
    private static final String BUILD = BuildFingerprint.of(List.of(ImageFile.class, Event.class, RoaringBitmap.class));

    private final Path file;

    /** The head of an image file. */
    private static final class ImageHead implements MemoryImage.Imageable {

        String build = BUILD;
        long position;
        Set<Long> missed = new HashSet<>();

        @Override
        public void transfer(MemoryImage memoryImage) {
            build = memoryImage.name(build);
            position = memoryImage.number(position);
            memoryImage.elements(missed, memoryImage::id);
        }
    }

    /**
     * The state that an image shows.
     *
     * @param position the position of the last event in it
     * @param missed the positions of earlier dead letters that are not in it
     */
    public record ImageState(long position, Set<Long> missed) {

        public ImageState {
            missed = Set.copyOf(missed);
        }
    }

    /** Decides whether an image can replace the documents. */
    public interface ImageCheck {

        boolean accepts(ImageState state);
    }

    public ImageFile(Path file) {
        this.file = file;
    }

    /**
     * Writes an image over the one before. It must not be written elsewhere first, where data could remain that is
     * erased later.
     */
    public void write(ImageState state, MemoryImage.Imageable memory) {
        if (BUILD.isEmpty()) {
            return;
        }
        try {
            try (MemoryImage memoryImage = MemoryImage.create(file)) {
                ImageHead imageHead = new ImageHead();
                imageHead.position = state.position;
                imageHead.missed = state.missed;
                imageHead.transfer(memoryImage);
                memory.transfer(memoryImage);
                memoryImage.finish();
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.info(
                    "{} could not be written, so the next start takes longer: {}",
                    file,
                    e.getClass().getName());
            delete();
        } catch (RuntimeException e) {
            // A failure of the projection and not of the disk: the caller has to know.
            delete();
            throw e;
        }
    }

    /** Reads the image if it fits. When the result is empty, a part of it may have been read. */
    public Optional<ImageState> read(ImageCheck check, MemoryImage.Imageable into) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (MemoryImage memoryImage = MemoryImage.open(file)) {
            ImageHead imageHead = new ImageHead();
            imageHead.transfer(memoryImage);
            ImageState state = new ImageState(imageHead.position, imageHead.missed);
            if (imageHead.build.equals(BUILD) && check.accepts(state)) {
                into.transfer(memoryImage);
                return Optional.of(state);
            }
        } catch (IOException | RuntimeException e) {
            LOG.info(
                    "{} is ignored, and the memory is loaded from documents: {}",
                    file,
                    e.getClass().getName());
        }
        delete();
        return Optional.empty();
    }

    /** Deletes the image. */
    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

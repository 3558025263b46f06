package encore.query.image;

import encore.infra.views.LogHashes;
import encore.kernel.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image of one projection's memory, as of one position. It only makes the next start faster: an image that is
 * missing, damaged, of another build, of another projection or version, or of another log is ignored. It contains the
 * same data as the documents, and is deleted with them.
 */
public final class ImageFile {

    private static final Logger LOG = LoggerFactory.getLogger(ImageFile.class);

    /**
     * The fingerprint of the classes that write images, because an image has their memory layout; empty where it is
     * unknown.
     */
    private static final String BUILD = BuildFingerprint.of(List.of(ImageFile.class, Event.class, RoaringBitmap.class));

    /** The first number of every image, so that another file is recognised by its first block. */
    private static final long MAGIC = 0x656e_6372_696d_6731L;

    private final Path file;
    private final ImageOwner owner;
    private final LogHashes logHashes;

    /**
     * The documents to whose memory an image belongs.
     *
     * @param shape a digest of the records of the documents, and the revision of the handlers
     */
    public record ImageOwner(String projection, int version, String shape) {}

    /** The head of an image file. */
    private static final class ImageHead implements MemoryImage.Imageable {

        long magic = MAGIC;
        String build = BUILD;
        String projection = "";
        int version;
        String shape = "";
        long position;
        byte[] logHash = {};
        Set<Long> missed = new HashSet<>();

        @Override
        public void transfer(MemoryImage memoryImage) {
            magic = memoryImage.number(magic);
            if (magic != MAGIC) {
                return;
            }
            build = memoryImage.name(build);
            projection = memoryImage.name(projection);
            version = memoryImage.number(version);
            shape = memoryImage.name(shape);
            position = memoryImage.number(position);
            logHash = memoryImage.bytes(logHash);
            memoryImage.elements(missed, memoryImage::id);
        }

        boolean belongsTo(ImageOwner owner) {
            return magic == MAGIC && build.equals(BUILD) && owner.equals(new ImageOwner(projection, version, shape));
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

    public ImageFile(Path file, ImageOwner owner, LogHashes logHashes) {
        this.file = file;
        this.owner = owner;
        this.logHashes = logHashes;
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
                imageHead.projection = owner.projection;
                imageHead.version = owner.version;
                imageHead.shape = owner.shape;
                imageHead.position = state.position;
                imageHead.logHash = logHashes.hashAt(state.position);
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

    /**
     * Reads the image if it fits. When the result is empty, a part of it may have been read. A file that does not fit is
     * deleted, and so is a file that cannot be read to its end, whatever the reason: the next start must not fail of it
     * again.
     */
    public Optional<ImageState> read(ImageCheck check, MemoryImage.Imageable into) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        boolean isRead = false;
        try (MemoryImage memoryImage = MemoryImage.open(file)) {
            ImageHead imageHead = new ImageHead();
            imageHead.transfer(memoryImage);
            if (!imageHead.belongsTo(owner)) {
                LOG.info("{} is ignored, because it is not an image of {} by this build", file, owner);
                return Optional.empty();
            }
            ImageState state = new ImageState(imageHead.position, imageHead.missed);
            if (!check.accepts(state)) {
                return Optional.empty();
            }
            if (!Arrays.equals(imageHead.logHash, logHashes.hashAt(state.position))) {
                LOG.warn("{} is ignored, because it was written for another log", file);
                return Optional.empty();
            }
            into.transfer(memoryImage);
            isRead = true;
            return Optional.of(state);
        } catch (IOException | RuntimeException e) {
            LOG.info(
                    "{} is ignored, and the memory is loaded from documents: {}",
                    file,
                    e.getClass().getName());
            return Optional.empty();
        } finally {
            if (!isRead) {
                delete();
            }
        }
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

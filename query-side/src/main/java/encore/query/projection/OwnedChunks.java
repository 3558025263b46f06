package encore.query.projection;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of many owners, each owner's in chunks of its own, so that what one has is read without what others have. The chunk
 * that takes rows stands under its owner; one that is full is put away under its number, and only a row that comes late, as
 * a dead letter does when it is tried again, changes it. The same rows make the same documents, in whatever order they came.
 */
public final class OwnedChunks {

    static final int LENGTH = 256;

    /** Chunks that are read in one go: some milliseconds of a thread that others wait for. */
    private static final int PORTION = 64;

    private final Collection<OwnedChunk> open;
    private final Collection<OwnedChunk> full;

    /**
     * An owner and what it has, as far as can be told without reading it.
     *
     * @param number of chunks that are full
     * @param last the position of the last row
     */
    public record Owner(String owner, int number, int count, long last) {

        public long rows() {
            return (long) number * LENGTH + count;
        }
    }

    private OwnedChunks(String name) {
        open = Collection.of("open_" + name, OwnedChunk.class);
        full = Collection.of("full_" + name, OwnedChunk.class);
    }

    /** @param name of what the rows are */
    public static OwnedChunks of(String name) {
        return new OwnedChunks(name);
    }

    /** More of the projection's shape. */
    public List<Collection<?>> collections() {
        return List.of(open, full);
    }

    private static String key(String owner, int number) {
        return owner + "/" + Keyset.key(number);
    }

    /** Adds a row to what an owner has; one that it has already changes nothing. */
    public void add(String owner, OwnedChunk.Row row, Documents.Batch documents) {
        OwnedChunk last = documents.get(open, owner);
        if (last == null) {
            documents.put(open, owner, OwnedChunk.empty(owner, 0).with(row));
        } else if (row.position() > last.last()) {
            append(last, row, documents);
        } else {
            insert(last, row, documents);
        }
    }

    private void append(OwnedChunk last, OwnedChunk.Row row, Documents.Batch documents) {
        OwnedChunk taking = last;
        if (last.count() == LENGTH) {
            documents.put(full, key(last.owner(), last.number()), last);
            taking = OwnedChunk.empty(last.owner(), last.number() + 1);
        }
        documents.put(open, taking.owner(), taking.with(row));
    }

    /** Every chunk behind the one that takes a late row hands its last one on. */
    private void insert(OwnedChunk last, OwnedChunk.Row late, Documents.Batch documents) {
        OwnedChunk.Row moving = late;
        for (int number = numberOf(last, late.position(), documents); number < last.number(); number++) {
            OwnedChunk chunk = chunk(last.owner(), number, documents);
            List<OwnedChunk.Row> rows = with(chunk, moving);
            if (rows == null) {
                return;
            }
            moving = rows.removeLast();
            documents.put(full, key(last.owner(), number), chunk.of(rows));
        }
        List<OwnedChunk.Row> rows = with(last, moving);
        if (rows != null && rows.size() <= LENGTH) {
            documents.put(open, last.owner(), last.of(rows));
        } else if (rows != null) {
            append(last.of(rows.subList(0, LENGTH)), rows.getLast(), documents);
        }
    }

    /** The chunk that a position belongs to: the first that does not end before it. */
    private int numberOf(OwnedChunk last, long position, Documents.Batch documents) {
        int low = 0;
        int high = last.number();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chunk(last.owner(), middle, documents).last() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private OwnedChunk chunk(String owner, int number, Documents.Batch documents) {
        OwnedChunk chunk = documents.get(full, key(owner, number));
        if (chunk == null) {
            throw new IllegalStateException("A chunk is missing");
        }
        return chunk;
    }

    /** The rows with one more in its place; null when it is there. */
    private static @Nullable List<OwnedChunk.Row> with(OwnedChunk chunk, OwnedChunk.Row row) {
        List<OwnedChunk.Row> rows = chunk.all();
        int place = 0;
        while (place < rows.size() && rows.get(place).position() < row.position()) {
            place++;
        }
        if (place < rows.size() && rows.get(place).position() == row.position()) {
            return null;
        }
        rows.add(place, row);
        return rows;
    }

    /** Everyone who has something. */
    public Stream<Owner> owners(Documents documents) {
        return Keyset.byKey(open.only(Owner.class)).all(documents, Where.all());
    }

    public Reader reader(String owner) {
        return new Reader(owner);
    }

    /**
     * Reads what an owner has in portions, each from documents of its own: nobody waits for all of it, and rows may be added
     * meanwhile. Rows are told again where the end was read twice; what comes late makes the reading worthless.
     */
    public final class Reader {

        private final String owner;
        private int next;

        private Reader(String owner) {
            this.owner = owner;
        }

        /** Reads on; answers whether the end was seen. */
        public boolean read(Documents documents, OwnedChunk.Each each) {
            OwnedChunk last = documents.get(open, owner);
            if (last == null) {
                return true;
            }
            int end = Math.min(last.number(), next + PORTION);
            Map<String, OwnedChunk> some = next == end
                    ? Map.of()
                    : documents.getAll(
                            full,
                            IntStream.range(next, end)
                                    .mapToObj(number -> key(owner, number))
                                    .toList());
            while (next < end) {
                OwnedChunk chunk = some.get(key(owner, next));
                if (chunk == null) {
                    // Where there are no transactions it may be seen a moment later than the one behind it.
                    return false;
                }
                chunk.forEach(each);
                next++;
            }
            if (next < last.number()) {
                return false;
            }
            last.forEach(each);
            return true;
        }

        /** How many full chunks it has read: one that stands still waits for the store. */
        public int chunks() {
            return next;
        }
    }
}

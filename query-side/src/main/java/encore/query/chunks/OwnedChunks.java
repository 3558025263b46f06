package encore.query.chunks;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.query.documents.Keyset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of many owners, in separate chunks for each owner, so that one owner's rows are read without the others'. The
 * chunk that takes new rows is stored under its owner. A full chunk is stored under its number and changes only for a
 * late row, from a dead letter that was retried. The same rows make the same documents in any order.
 */
public final class OwnedChunks {

    static final int LENGTH = 256;

    /** Chunks that are read in one step, which takes some milliseconds of a thread for which others wait. */
    private static final int CHUNKS_PER_STEP = 64;

    private final Collection<OwnedChunk> open;
    private final Collection<OwnedChunk> full;

    /**
     * An owner and the size of its rows, as far as it is known without reading them.
     *
     * @param number the number of full chunks
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

    /**
     * Creates the collections.
     *
     * @param name a name for the rows
     */
    public static OwnedChunks of(String name) {
        return new OwnedChunks(name);
    }

    /** Returns the collections, which have to be added to the projection's shape. */
    public List<Collection<?>> collections() {
        return List.of(open, full);
    }

    private static String key(String owner, int number) {
        return owner + "/" + Keyset.key(number);
    }

    /** Adds a row to an owner's rows. A row that it already has changes nothing. */
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

    /** Inserts a late row. Every later chunk passes its last row on to the next. */
    private void insert(OwnedChunk last, OwnedChunk.Row late, Documents.Batch documents) {
        OwnedChunk.Row moving = late;
        for (int number = chunkNumber(last, late.position(), documents); number < last.number(); number++) {
            OwnedChunk chunk = chunk(last.owner(), number, documents);
            List<OwnedChunk.Row> rows = with(chunk, moving);
            if (rows == null) {
                return;
            }
            moving = rows.removeLast();
            documents.put(full, key(last.owner(), number), chunk.withRows(rows));
        }
        List<OwnedChunk.Row> rows = with(last, moving);
        if (rows != null && rows.size() <= LENGTH) {
            documents.put(open, last.owner(), last.withRows(rows));
        } else if (rows != null) {
            append(last.withRows(rows.subList(0, LENGTH)), rows.getLast(), documents);
        }
    }

    /** Returns the number of the chunk that a position belongs to: the first that does not end before it. */
    private int chunkNumber(OwnedChunk last, long position, Documents.Batch documents) {
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
            throw new IllegalStateException("A full chunk is missing from the documents");
        }
        return chunk;
    }

    /** Returns a chunk's rows with one more in order, or null when the chunk already has it. */
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

    /**
     * Finds an owner's rows after a position by binary search.
     *
     * @return the positions of the first rows, in order; null while the store does not show all chunks of the owner,
     *     which can happen for a moment in a store without transactions
     */
    public @Nullable List<Long> positionsAfter(String owner, long after, int limit, Documents documents) {
        List<OwnedChunk.Row> found = rowsAfter(owner, after, limit, documents);
        return found == null
                ? null
                : found.stream().map(OwnedChunk.Row::position).toList();
    }

    /** Finds an owner's first rows after a position, like {@link #positionsAfter}. */
    public @Nullable List<OwnedChunk.Row> rowsAfter(String owner, long after, int limit, Documents documents) {
        // The open chunk is read first: it names the full chunks that must exist.
        OwnedChunk last = documents.get(open, owner);
        if (last == null) {
            return List.of();
        }
        List<OwnedChunk.Row> found = new ArrayList<>();
        OwnedChunk.OwnedRowVisitor collector = (position, at, fan, count) -> {
            if (position > after && found.size() < limit) {
                found.add(new OwnedChunk.Row(position, at, fan, count));
            }
        };
        int first = firstChunkAfter(last, after, documents);
        if (first < 0) {
            return null;
        }
        // The first chunk may have a single row that is wanted.
        int end = Math.min(last.number(), first + 1 + (limit + LENGTH - 1) / LENGTH);
        if (!visit(owner, first, end, collector, documents)) {
            return null;
        }
        if (found.size() < limit) {
            last.forEach(collector);
        }
        return found;
    }

    /**
     * Finds an owner's last rows up to a position, in order, like {@link #positionsAfter}.
     *
     * @param upTo the largest position
     */
    public @Nullable List<OwnedChunk.Row> rowsUpTo(String owner, long upTo, int limit, Documents documents) {
        OwnedChunk last = documents.get(open, owner);
        if (last == null) {
            return List.of();
        }
        ArrayDeque<OwnedChunk.Row> found = new ArrayDeque<>();
        OwnedChunk.OwnedRowVisitor collector = (position, at, fan, count) -> {
            if (position <= upTo) {
                found.add(new OwnedChunk.Row(position, at, fan, count));
                if (found.size() > limit) {
                    found.removeFirst();
                }
            }
        };
        int after = firstChunkAfter(last, upTo, documents);
        if (after < 0) {
            return null;
        }
        int first = Math.max(0, after - 1 - (limit + LENGTH - 1) / LENGTH);
        if (!visit(owner, first, Math.min(last.number(), after + 1), collector, documents)) {
            return null;
        }
        last.forEach(collector);
        return List.copyOf(found);
    }

    /** Visits the rows of some full chunks. Returns false when a chunk is not visible. */
    private boolean visit(String owner, int first, int end, OwnedChunk.OwnedRowVisitor visitor, Documents documents) {
        List<String> keys = IntStream.range(first, end)
                .mapToObj(number -> key(owner, number))
                .toList();
        Map<String, OwnedChunk> some = keys.isEmpty() ? Map.of() : documents.getAll(full, keys);
        for (String key : keys) {
            OwnedChunk chunk = some.get(key);
            if (chunk == null) {
                return false;
            }
            chunk.forEach(visitor);
        }
        return true;
    }

    /** Returns the number of the first chunk that ends after a position; -1 when a chunk is not visible. */
    private int firstChunkAfter(OwnedChunk last, long after, Documents documents) {
        int low = 0;
        int high = last.number();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Owner chunk = documents.get(full.only(Owner.class), key(last.owner(), middle));
            if (chunk == null) {
                return -1;
            }
            if (chunk.last() <= after) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns all owners that have rows. */
    public Stream<Owner> owners(Documents documents) {
        return Keyset.byKey(open.only(Owner.class)).all(documents, Where.all());
    }

    public OwnerReader reader(String owner) {
        return new OwnerReader(owner);
    }

    /**
     * Reads an owner's rows in steps, each from a new state of the documents. No thread waits for all of them, and rows
     * may be added meanwhile. Rows of the last chunk are passed again when it is read again. A late row makes the whole
     * reading invalid.
     */
    public final class OwnerReader {

        private final String owner;
        private int next;

        private OwnerReader(String owner) {
            this.owner = owner;
        }

        /** Reads the next rows. Returns whether the end was reached. */
        public boolean read(Documents documents, OwnedChunk.OwnedRowVisitor ownedRowVisitor) {
            OwnedChunk last = documents.get(open, owner);
            if (last == null) {
                return true;
            }
            int end = Math.min(last.number(), next + CHUNKS_PER_STEP);
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
                    // In a store without transactions it may become visible a moment later than the chunk after it.
                    return false;
                }
                chunk.forEach(ownedRowVisitor);
                next++;
            }
            if (next < last.number()) {
                return false;
            }
            last.forEach(ownedRowVisitor);
            return true;
        }

        /**
         * Returns the number of full chunks read so far. When it does not grow, the reader is waiting for the store.
         */
        public int chunks() {
            return next;
        }
    }
}

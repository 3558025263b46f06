package encore.query.points;

import encore.query.image.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one owner, a board or the registered fans of an account. They are either in memory or only in chunks,
 * from which a query fetches them. The lock of the account guards the state; documents are never read under that lock.
 */
final class Held<C extends Rows.Made> implements Rows, Room.Kept, Image.Parts {

    /** A row that arrived while the earlier ones were read from documents. */
    private record Meanwhile(long fan, long count, int day, long position) {}

    private static final class Loading {
        private final List<Meanwhile> meanwhile = new ArrayList<>();
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    }

    final String owner;
    private final Lock changing;
    private final Room room;
    private final Supplier<C> empty;

    private @Nullable C content;
    private @Nullable Loading loading;
    private int pins;
    private volatile long asked;

    /** @param changing the write lock of the account */
    Held(String owner, Lock changing, Room room, Supplier<C> empty) {
        this.owner = owner;
        this.changing = changing;
        this.room = room;
        this.empty = empty;
    }

    // Only to be called with the account's lock:

    @Nullable
    C content() {
        return content;
    }

    /** Starts with empty content, because this owner is new and has no rows in documents. */
    Held<C> begun() {
        hold(empty.get());
        return this;
    }

    /** Writes or reads the content. Rows that are only in chunks are stored as a mark that they exist. */
    @Override
    public void image(Image image) {
        C now = content;
        if (image.flag(now != null)) {
            C all = now == null ? empty.get() : now;
            all.image(image);
            if (image.isRead()) {
                hold(all);
            }
        }
    }

    private void hold(C all) {
        content = all;
        room.took(this, all.bytes());
    }

    /** Adds a row. If the rows are not in memory, there is nothing to do: the chunks have it. */
    @Override
    public void add(long fan, long count, int day, long position) {
        C all = content;
        if (all != null) {
            long before = all.bytes();
            all.add(fan, count, day, position);
            room.changed(all.bytes() - before);
        } else if (loading != null) {
            loading.meanwhile.add(new Meanwhile(fan, count, day, position));
        }
    }

    // To be called without the lock:

    void askedAt(long time) {
        asked = time;
    }

    @Override
    public long lastAsked() {
        return asked;
    }

    /** Reads the rows into memory, or waits for the thread that does so, and pins them until {@link #release}. */
    void fetch(Reading reading) {
        boolean mine;
        Loading read;
        changing.lock();
        try {
            pins++;
            if (content != null) {
                return;
            }
            Loading begun = loading;
            mine = begun == null;
            read = begun == null ? new Loading() : begun;
            loading = read;
        } finally {
            changing.unlock();
        }
        try {
            if (mine) {
                load(read, reading);
            } else {
                read.done.join();
            }
        } catch (CompletionException e) {
            release();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    /** Reads all rows, outside the lock. Rows that are added meanwhile follow after them. */
    interface Reading {
        void rows(Rows into);
    }

    private void load(Loading mine, Reading reading) {
        try {
            C all = empty.get();
            all.readBy(reading::rows);
            changing.lock();
            try {
                mine.meanwhile.forEach(row -> all.add(row.fan, row.count, row.day, row.position));
                hold(all);
                loading = null;
            } finally {
                changing.unlock();
            }
            mine.done.complete(true);
        } catch (RuntimeException | Error e) {
            changing.lock();
            try {
                loading = null;
            } finally {
                changing.unlock();
            }
            mine.done.completeExceptionally(e);
            throw e;
        }
    }

    void release() {
        changing.lock();
        try {
            pins--;
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void letGo() {
        changing.lock();
        try {
            if (pins == 0 && content != null) {
                room.left(this, content.bytes());
                content = null;
            }
        } finally {
            changing.unlock();
        }
    }
}

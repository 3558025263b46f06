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
 * What is made of one owner's rows: in memory, or left in its chunks until somebody asks for it. The lock of its account
 * guards it; nothing is read from documents under that lock.
 */
final class Held<C extends Rows.Made> implements Rows, Room.Kept, Image.Parts {

    /** A row that came while those before it were read. */
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

    /** @param changing the part of its account's lock that keeps readers out */
    Held(String owner, Lock changing, Room room, Supplier<C> empty) {
        this.owner = owner;
        this.changing = changing;
        this.room = room;
        this.empty = empty;
    }

    // With the account's lock:

    @Nullable
    C content() {
        return content;
    }

    /** One that nobody has seen before: there is nothing to be read of it. */
    Held<C> begun() {
        hold(empty.get());
        return this;
    }

    /** What is left in chunks has no more than that it is there. */
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

    /** What is not in memory has the row in its chunks. */
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

    // Without it:

    void askedAt(long time) {
        asked = time;
    }

    @Override
    public long lastAsked() {
        return asked;
    }

    /** Reads it unless it is there or somebody reads it, and keeps it until {@link #release}. */
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

    /** Rows are told from outside the lock; what was added meanwhile comes behind them. */
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

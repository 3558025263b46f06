package encore.api.fanout;

import encore.infra.backend.SafeStackTrace;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;

/**
 * Writes the frames of one room to all its members at this gateway. Every member writes the same buffer. Frames wait while
 * an earlier write is under way, and after it for twice the time that it took, but at most 100 ms: so the more there is to
 * write, the more frames go out together. The thread of the show uses it.
 */
final class RoomFanOut {

    private static final Logger LOG = LoggerFactory.getLogger(RoomFanOut.class);
    private static final long MAX_GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Members that are written to in one go. In between, their thread reads and answers. */
    private static final int CHUNK = 256;

    private final Scheduler thread;
    private final LongSupplier nanoTime;
    private final Map<Executor, Group> groups = new LinkedHashMap<>();
    private final List<RingFrame> waiting = new ArrayList<>();
    private int size;
    private int writes;
    private boolean scheduled;
    private long nextWrite;

    RoomFanOut(Scheduler thread, LongSupplier nanoTime) {
        this.thread = thread;
        this.nanoTime = nanoTime;
        this.nextWrite = nanoTime.getAsLong();
    }

    void add(RoomMember member) {
        flush();
        if (groups.computeIfAbsent(member.client().executor(), Group::new)
                .members
                .add(member)) {
            size++;
        }
    }

    void remove(RoomMember member) {
        Group group = groups.get(member.client().executor());
        if (group != null && group.members.remove(member)) {
            size--;
        }
        member.leave();
    }

    int size() {
        return size;
    }

    /** Adds a frame to those that are written next. The frame stays valid until then. */
    void offer(RingFrame frame) {
        if (size > 0) {
            waiting.add(frame);
        }
    }

    /** Writes waiting frames if it is time, or else lets them gather. */
    void writeSoon() {
        if (waiting.isEmpty() || writes > 0 || scheduled) {
            return;
        }
        long pause = nextWrite - nanoTime.getAsLong();
        if (pause <= 0) {
            flush();
        } else {
            scheduled = true;
            thread.schedule(
                    () -> {
                        scheduled = false;
                        if (writes == 0) {
                            flush();
                        }
                    },
                    pause,
                    TimeUnit.NANOSECONDS);
        }
    }

    /** Writes all waiting frames now. */
    void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        List<RingFrame> frames = List.copyOf(waiting);
        waiting.clear();
        groups.values().removeIf(group -> group.members.isEmpty());
        if (groups.isEmpty()) {
            return;
        }
        writes++;
        Map<RoomEncoding, ByteBuf> buffers = new HashMap<>(2);
        AtomicInteger groupsLeft = new AtomicInteger(groups.size());
        long begun = nanoTime.getAsLong();
        for (Group group : groups.values()) {
            RoomMember[] some = group.members.toArray(RoomMember[]::new);
            Map<RoomEncoding, ByteBuf> own = new HashMap<>(2);
            for (RoomMember member : some) {
                RoomEncoding encoding = member.client().encoding();
                own.computeIfAbsent(
                        encoding,
                        first -> buffers.computeIfAbsent(encoding, each -> together(frames, each))
                                .retain());
            }
            group.submit(new GroupWrite(some, own, () -> {
                if (groupsLeft.decrementAndGet() == 0) {
                    thread.schedule(() -> endWrite(begun));
                }
            }));
        }
        buffers.values().forEach(ByteBuf::release);
    }

    private void endWrite(long begun) {
        writes--;
        long now = nanoTime.getAsLong();
        nextWrite = now + Math.min(MAX_GATHER_NANOS, 2 * (now - begun));
        writeSoon();
    }

    /** Returns one buffer with all frames. */
    private static ByteBuf together(List<RingFrame> frames, RoomEncoding encoding) {
        if (frames.size() == 1) {
            return frames.getFirst().encode(encoding);
        }
        ByteBuf all = PooledByteBufAllocator.DEFAULT.directBuffer();
        for (RingFrame frame : frames) {
            ByteBuf one = frame.encode(encoding);
            all.writeBytes(one);
            one.release();
        }
        return all;
    }

    /** The members that share a thread. One write ends before the next begins, so that frames stay in order. */
    private static final class Group {

        private final Executor executor;

        /** The thread of the show uses it. */
        private final Set<RoomMember> members = new LinkedHashSet<>();

        /** The members' thread uses it. */
        private final ArrayDeque<GroupWrite> pending = new ArrayDeque<>();

        Group(Executor executor) {
            this.executor = executor;
        }

        void submit(GroupWrite write) {
            executor.execute(() -> {
                pending.add(write);
                if (pending.size() == 1) {
                    proceed();
                }
            });
        }

        private void proceed() {
            GroupWrite write = pending.getFirst();
            if (write.isDoneAfterNextChunk()) {
                pending.removeFirst();
            }
            if (!pending.isEmpty()) {
                executor.execute(this::proceed);
            }
        }
    }

    /** A buffer on its way to some members. */
    private static final class GroupWrite {

        private final RoomMember[] members;
        private final Map<RoomEncoding, ByteBuf> buffers;
        private final Runnable done;
        private int next;

        GroupWrite(RoomMember[] members, Map<RoomEncoding, ByteBuf> buffers, Runnable done) {
            this.members = members;
            this.buffers = buffers;
            this.done = done;
        }

        /** A client that fails harms no other. */
        private static void write(RoomMember member, ByteBuf frames) {
            try {
                member.client().write(frames);
            } catch (RuntimeException e) {
                LOG.warn("Frames could not be written to a client: {}", SafeStackTrace.of(e));
            }
        }

        /** Writes to the next members; returns whether all have been written to. */
        boolean isDoneAfterNextChunk() {
            int end = Math.min(members.length, next + CHUNK);
            while (next < end) {
                RoomMember member = members[next++];
                ByteBuf frames = buffers.get(member.client().encoding());
                if (frames != null && !member.isGone()) {
                    write(member, frames.retainedDuplicate());
                }
            }
            if (next < members.length) {
                return false;
            }
            buffers.values().forEach(ByteBuf::release);
            done.run();
            return true;
        }
    }
}

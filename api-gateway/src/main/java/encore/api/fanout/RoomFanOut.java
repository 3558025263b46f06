package encore.api.fanout;

import encore.api.netty.WriteTurns;
import encore.infra.backend.SafeStackTrace;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    /** Adds a member, which is written all frames that are offered from now on, and none that waits already. */
    void add(RoomMember member) {
        if (groups.computeIfAbsent(member.client().executor(), Group::new).add(member, waiting.size())) {
            size++;
        }
    }

    void remove(RoomMember member) {
        Group group = groups.get(member.client().executor());
        if (group != null && group.remove(member)) {
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
        groups.values().removeIf(Group::isEmpty);
        Map<Integer, SharedFrames> shared = new HashMap<>(2);
        List<Runnable> submissions = new ArrayList<>();
        AtomicInteger left = new AtomicInteger();
        long begun = nanoTime.getAsLong();
        Runnable done = () -> {
            if (left.decrementAndGet() == 0) {
                thread.schedule(() -> endWrite(begun));
            }
        };
        for (Group group : groups.values()) {
            group.takeByFirstFrame().forEach((first, members) -> {
                if (first < frames.size()) {
                    GroupWrite write = shared.computeIfAbsent(
                                    first, from -> new SharedFrames(frames.subList(from, frames.size())))
                            .write(members, done);
                    submissions.add(() -> group.submit(write));
                }
            });
        }
        shared.values().forEach(SharedFrames::release);
        if (!submissions.isEmpty()) {
            writes++;
            left.set(submissions.size());
            submissions.forEach(Runnable::run);
        }
    }

    private void endWrite(long begun) {
        writes--;
        long now = nanoTime.getAsLong();
        nextWrite = now + Math.min(MAX_GATHER_NANOS, 2 * (now - begun));
        writeSoon();
    }

    /** Frames in one buffer for each encoding. */
    private static final class SharedFrames {

        private final List<RingFrame> frames;
        private final Map<RoomEncoding, ByteBuf> buffers = new HashMap<>(2);

        SharedFrames(List<RingFrame> frames) {
            this.frames = frames;
        }

        GroupWrite write(List<RoomMember> members, Runnable done) {
            Map<RoomEncoding, ByteBuf> own = new HashMap<>(2);
            for (RoomMember member : members) {
                own.computeIfAbsent(
                        member.client().encoding(),
                        encoding -> buffers.computeIfAbsent(encoding, first -> RingFrame.encodeAll(frames, first))
                                .retain());
            }
            return new GroupWrite(members.toArray(RoomMember[]::new), own, done);
        }

        void release() {
            buffers.values().forEach(ByteBuf::release);
        }
    }

    /** The members that share a thread. One write ends before the next begins, so that frames stay in order. */
    private static final class Group implements WriteTurns.Writer {

        private final Executor executor;

        /** The thread of the show uses it. */
        private final Set<RoomMember> members = new LinkedHashSet<>();

        /** Those who came while frames waited, and how many frames waited already. The thread of the show uses it. */
        private final Map<RoomMember, Integer> newcomers = new LinkedHashMap<>();

        /** The members' thread uses it. */
        private final ArrayDeque<GroupWrite> pending = new ArrayDeque<>();

        Group(Executor executor) {
            this.executor = executor;
        }

        boolean add(RoomMember member, int waitingFrames) {
            if (members.contains(member)) {
                return false;
            }
            return waitingFrames == 0 ? members.add(member) : newcomers.putIfAbsent(member, waitingFrames) == null;
        }

        boolean remove(RoomMember member) {
            return members.remove(member) || newcomers.remove(member) != null;
        }

        boolean isEmpty() {
            return members.isEmpty() && newcomers.isEmpty();
        }

        /** Returns the members by the index of the first waiting frame that they are written. */
        Map<Integer, List<RoomMember>> takeByFirstFrame() {
            Map<Integer, List<RoomMember>> byFirst = new TreeMap<>();
            if (!members.isEmpty()) {
                byFirst.put(0, List.copyOf(members));
            }
            newcomers.forEach((member, first) ->
                    byFirst.computeIfAbsent(first, each -> new ArrayList<>()).add(member));
            members.addAll(newcomers.keySet());
            newcomers.clear();
            return byFirst;
        }

        void submit(GroupWrite write) {
            long asked = System.nanoTime();
            executor.execute(() -> {
                pending.add(write);
                if (pending.size() == 1) {
                    WriteTurns.ofThisThread().begin(this, executor, asked);
                }
            });
        }

        @Override
        public boolean isDoneAfterNextChunk() {
            if (pending.getFirst().isDoneAfterNextChunk()) {
                pending.removeFirst();
            }
            return pending.isEmpty();
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
            } catch (RuntimeException | Error e) {
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

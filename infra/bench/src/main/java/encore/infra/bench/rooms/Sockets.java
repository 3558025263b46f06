package encore.infra.bench.rooms;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Thousands of sockets and timers on one thread: a client must cost less than the server that is measured. */
final class Sockets {

    private static final int SMALLEST_INPUT = 1 << 16;
    private static final long LONGEST_WAIT = 50;

    /** Reads from one socket. */
    interface Reader {

        void opened();

        /** Takes what has come, and moves the buffer's position. What it leaves comes again together with more. */
        void read(ByteBuffer input);

        /** The socket is closed, or could not be opened. It is called once, unless this side closed the socket. */
        void closed();
    }

    private record Timer(long due, long number, Runnable work) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(due, other.due);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    private final Selector selector;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private ByteBuffer input = ByteBuffer.allocate(SMALLEST_INPUT);
    private long timersSoFar;
    private boolean stopped;

    Sockets() throws IOException {
        selector = Selector.open();
    }

    /** One socket. It is used by the thread of {@link #run} alone. */
    final class Connection {

        private final SocketChannel channel;
        private final Reader reader;
        private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
        private ByteBuffer rest = ByteBuffer.allocate(0);
        private boolean isClosed;

        Connection(SocketChannel channel, Reader reader) {
            this.channel = channel;
            this.reader = reader;
        }

        /** Sends bytes in the order of the calls. */
        void write(ByteBuffer bytes) {
            if (isClosed) {
                return;
            }
            waiting.add(bytes);
            if (waiting.size() == 1) {
                send();
            }
        }

        private void send() {
            try {
                while (!waiting.isEmpty()) {
                    channel.write(waiting.peek());
                    if (waiting.peek().hasRemaining()) {
                        break;
                    }
                    waiting.poll();
                }
                SelectionKey key = channel.keyFor(selector);
                if (key != null && key.isValid()) {
                    key.interestOps(SelectionKey.OP_READ | (waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE));
                }
            } catch (IOException reset) {
                lost();
            }
        }

        /** Closes this side without a word, either orderly or as a phone that has lost its network. */
        void cut(boolean isReset) {
            if (isClosed) {
                return;
            }
            try {
                if (isReset) {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                }
            } catch (IOException gone) {
                // It is closed below.
            }
            close();
        }

        private void close() {
            isClosed = true;
            waiting.clear();
            try {
                channel.close();
            } catch (IOException gone) {
                // It is closed.
            }
        }

        private void lost() {
            if (!isClosed) {
                close();
                reader.closed();
            }
        }

        private void connected() {
            try {
                channel.finishConnect();
                channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
                reader.opened();
            } catch (IOException refused) {
                lost();
            }
        }

        private void take() {
            if (rest.remaining() > input.capacity() / 2) {
                input = ByteBuffer.allocate(input.capacity() * 2);
            }
            input.clear();
            input.put(rest);
            int more;
            try {
                more = channel.read(input);
            } catch (IOException reset) {
                more = -1;
            }
            input.flip();
            ByteBuffer mine = input;
            if (more > 0) {
                reader.read(mine);
            }
            if (mine.hasRemaining()) {
                rest = ByteBuffer.allocate(mine.remaining()).put(mine).flip();
            } else if (rest.capacity() > 0) {
                rest = ByteBuffer.allocate(0);
            }
            if (more < 0) {
                lost();
            }
        }
    }

    /** Opens a socket to this machine. */
    Connection open(int port, Reader reader) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = new Connection(channel, reader);
            channel.register(selector, SelectionKey.OP_CONNECT, connection);
            if (channel.connect(new InetSocketAddress("127.0.0.1", port))) {
                later(0, connection::connected);
            }
            return connection;
        } catch (IOException noSocket) {
            throw new IllegalStateException("This machine has no socket left", noSocket);
        }
    }

    void later(long millis, Runnable work) {
        timers.add(new Timer(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), timersSoFar++, work));
    }

    /** Lets the thread of {@link #run} do something. Any thread may call it. */
    void post(Runnable work) {
        posted.add(work);
        selector.wakeup();
    }

    void stop() {
        stopped = true;
    }

    /** Serves all sockets and timers until it is stopped. */
    void run() throws IOException {
        while (!stopped) {
            long now = System.nanoTime();
            while (!timers.isEmpty() && timers.peek().due - now <= 0) {
                timers.poll().work.run();
            }
            for (Runnable work = posted.poll(); work != null; work = posted.poll()) {
                work.run();
            }
            selector.select(this::serve, waitFor());
        }
    }

    private long waitFor() {
        if (timers.isEmpty()) {
            return LONGEST_WAIT;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(timers.peek().due - System.nanoTime());
        return Math.clamp(millis, 1, LONGEST_WAIT);
    }

    private void serve(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        if (key.isValid() && key.isConnectable()) {
            connection.connected();
        }
        if (key.isValid() && key.isWritable()) {
            connection.send();
        }
        if (key.isValid() && key.isReadable()) {
            connection.take();
        }
    }
}

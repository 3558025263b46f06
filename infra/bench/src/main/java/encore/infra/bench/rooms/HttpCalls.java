package encore.infra.bench.rooms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Calls over a bounded number of connections to one gateway. A call waits for a free connection. */
final class HttpCalls {

    /** Takes an answer. The status is 0 when there was none. */
    interface Answered {
        void answer(int status, String body);
    }

    private record Call(String request, Answered answered) {}

    private static final String END = "\r\n\r\n";

    private final Sockets sockets;
    private final int port;
    private final int most;
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Deque<Line> idle = new ArrayDeque<>();
    private int lines;

    HttpCalls(Sockets sockets, int port, int most) {
        this.sockets = sockets;
        this.port = port;
        this.most = most;
    }

    /** @param head further lines of the head, each with its line break */
    void get(String path, String head, Answered answered) {
        call("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + "\r\n", answered);
    }

    void post(String path, String head, String form, Answered answered) {
        call(
                "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + END
                        + form,
                answered);
    }

    private void call(String request, Answered answered) {
        Call call = new Call(request, answered);
        if (!idle.isEmpty()) {
            idle.pop().send(call);
        } else {
            waiting.add(call);
            if (lines < most) {
                lines++;
                new Line().open();
            }
        }
    }

    /** One connection and the call that it is used for. */
    private final class Line implements Sockets.Reader {

        private Sockets.@Nullable Connection connection;
        private @Nullable Call call;

        void open() {
            connection = sockets.open(port, this);
        }

        void send(Call next) {
            call = next;
            if (connection != null) {
                connection.write(ByteBuffer.wrap(next.request.getBytes(StandardCharsets.UTF_8)));
            }
        }

        @Override
        public void opened() {
            next();
        }

        private void next() {
            Call next = waiting.poll();
            if (next == null) {
                call = null;
                idle.push(this);
            } else {
                send(next);
            }
        }

        @Override
        public void read(ByteBuffer input) {
            String text = StandardCharsets.ISO_8859_1
                    .decode(input.slice(input.position(), input.remaining()))
                    .toString();
            int head = text.indexOf(END);
            if (head < 0) {
                return;
            }
            int length = length(text.substring(0, head).toLowerCase(Locale.ROOT));
            int end = head + END.length() + length;
            if (text.length() < end) {
                return;
            }
            input.position(input.position() + end);
            Call answered = call;
            next();
            if (answered != null) {
                answered.answered.answer(Integer.parseInt(text, 9, 12, 10), text.substring(head + END.length(), end));
            }
        }

        private static int length(String head) {
            String name = "content-length:";
            int at = head.indexOf(name);
            if (at < 0) {
                return 0;
            }
            int end = head.indexOf('\r', at);
            return Integer.parseInt(head.substring(at + name.length(), end < 0 ? head.length() : end)
                    .strip());
        }

        @Override
        public void closed() {
            idle.remove(this);
            lines--;
            Call lost = call;
            if (lost == null) {
                // No server answers. A line without a call of its own fails the next waiting call.
                lost = waiting.poll();
            }
            if (!waiting.isEmpty() && lines < most) {
                lines++;
                new Line().open();
            }
            if (lost != null) {
                lost.answered.answer(0, "");
            }
        }
    }
}

package encore.api.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

class RoomFanOutTest {

    private static final String HALL = "permanent_rooms:hall:1";
    private static final RoomEncoding ENCODING = (event, roomName, position, data) ->
            Unpooled.copiedBuffer(event + "@" + position + " ", StandardCharsets.UTF_8);

    private final Scheduler thread = Schedulers.newSingle("test-show");
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final RoomFanOut room = new RoomFanOut(thread, System::nanoTime);

    private RecordingClient client() {
        return new RecordingClient(HALL, ENCODING, loop);
    }

    @AfterEach
    void stop() {
        thread.dispose();
        loop.shutdownNow();
    }

    private static RingFrame frame(long position) {
        return new RingFrame("chat_message", HALL, position, position, new byte[] {'{', '}'}, null);
    }

    @Test
    void a_member_that_joins_while_frames_wait_gets_only_later_frames() {
        RecordingClient first = client();
        RecordingClient second = client();
        RecordingClient third = client();
        RecordingClient gone = client();
        room.add(first.member);
        room.offer(frame(1));
        room.add(second.member);
        room.add(second.member);
        room.add(gone.member);
        room.offer(frame(2));
        room.add(third.member);
        room.remove(gone.member);
        assertThat(room.size()).isEqualTo(3);
        room.flush();
        room.offer(frame(3));
        room.flush();
        first.hasReceived("chat_message@1 chat_message@2 chat_message@3");
        second.hasReceived("chat_message@2 chat_message@3");
        third.hasReceived("chat_message@3");
        assertThat(gone.received).isEmpty();
    }

    @Test
    void frames_are_written_on_after_a_newcomer_was_alone_with_none_of_them() {
        RecordingClient first = client();
        room.add(first.member);
        room.offer(frame(1));
        RecordingClient second = client();
        room.add(second.member);
        room.remove(first.member);
        room.flush();
        room.offer(frame(2));
        room.writeSoon();
        second.hasReceived("chat_message@2");
    }
}

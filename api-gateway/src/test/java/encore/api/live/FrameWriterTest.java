package encore.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.live.LiveEvent;
import encore.kernel.privacy.Contact;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FrameWriterTest {

    record Row(
            long fanId,
            @Contact(initials = true) String name,
            @Contact String email,
            @Contact List<String> identifiers) {}

    private static final Row ROW = new Row(7, "Ada Lovelace", "ada@example.com", List.of("x-1"));

    private static final String WHOLE =
            "{\"fan_id\":7,\"name\":\"Ada Lovelace\",\"email\":\"ada@example.com\",\"identifiers\":[\"x-1\"]}";
    private static final String WITHOUT = "{\"fan_id\":7,\"name\":\"A. L.\",\"email\":null,\"identifiers\":[]}";

    @Test
    void a_connection_without_contacts_is_written_none() {
        assertThat(FrameWriter.json(ROW, true)).isEqualTo(WHOLE);
        assertThat(FrameWriter.json(ROW, false)).isEqualTo(WITHOUT);
        assertThat(FrameWriter.json(List.of(ROW), false)).isEqualTo("[" + WITHOUT + "]");
        assertThat(FrameWriter.success(ROW, false)).isEqualTo("{\"ok\":true,\"data\":" + WITHOUT + "}");
        assertThat(FrameWriter.ack(JsonMapper.shared().valueToTree(1), ROW, false))
                .isEqualTo("{\"ack\":1,\"ok\":true,\"data\":" + WITHOUT + "}");
    }

    @Test
    void an_event_is_encoded_for_connections_with_contacts_and_without() {
        var encoded = new EncodedEvent(event());
        for (int i = 0; i < 2; i++) {
            assertThat(encoded.frame("fans", ROW, true)).endsWith("\"position\":9,\"data\":" + WHOLE + "}");
            assertThat(encoded.frame("fans", ROW, false)).endsWith("\"position\":9,\"data\":" + WITHOUT + "}");
        }
        assertThat(encoded.frame("fans", ROW, false)).isSameAs(encoded.frame("fans", ROW, false));
    }

    private static LiveEvent event() {
        return new LiveEvent(
                9,
                "fan_registered",
                Instant.EPOCH,
                "fan.7.7",
                7L,
                "RegisterFan",
                "key",
                null,
                JsonMapper.shared().createObjectNode());
    }
}

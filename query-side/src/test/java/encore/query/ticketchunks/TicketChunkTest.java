package encore.query.ticketchunks;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.views.DocumentJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TicketChunkTest {

    private static final SharedTicketFields ARENA = shared("Arena", "");
    private static final SharedTicketFields CLUB = shared("Club", null);

    private final DocumentJson<TicketChunk> json = new DocumentJson<>(TicketChunk.class);

    @Test
    void fields_shared_by_tickets_are_named_by_hash_and_not_stored() {
        TicketChunk chunk = TicketChunk.with(TicketChunk.with(null, ticket(300, ARENA)), ticket(310, CLUB));
        chunk = TicketChunk.with(chunk, ticket(305, ARENA));
        assertThat(chunk.shared()).isEmpty();
        assertThat(new String(json.write(chunk))).doesNotContain("Arena");
        assertThat(json.read(json.write(chunk)).tickets(known()))
                .containsExactly(ticket(300, ARENA), ticket(305, ARENA), ticket(310, CLUB));
    }

    @Test
    void a_missing_field_has_another_hash_than_an_empty_one() {
        assertThat(SharedFieldsHash.of(shared("Arena", null))).isNotEqualTo(SharedFieldsHash.of(ARENA));
        assertThat(SharedFieldsHash.of(shared("Arena", ""))).isEqualTo(SharedFieldsHash.of(ARENA));
    }

    /** A document of an earlier build, with the shared fields themselves instead of their hashes. */
    @Test
    void a_chunk_of_before_is_read_and_followed() {
        TicketChunk named = TicketChunk.with(TicketChunk.with(null, ticket(300, ARENA)), ticket(310, CLUB));
        String names = new String(json.write(named)).replaceAll(".*\"names\":\"([^\"]*)\".*", "$1");
        TicketChunk before = json.read(new String(json.write(new TicketChunk(
                        named.last(), named.lastFan(), List.of(ARENA, CLUB), named.names(), named.rows())))
                .replace(",\"names\":\"" + names + "\"", ""));
        assertThat(before.shared()).containsExactly(ARENA, CLUB);
        assertThat(before.tickets(known())).containsExactly(ticket(300, ARENA), ticket(310, CLUB));
        TicketChunk followed = TicketChunk.with(before, ticket(320, CLUB));
        assertThat(followed.shared()).isEmpty();
        assertThat(followed.tickets(known())).containsExactly(ticket(300, ARENA), ticket(310, CLUB), ticket(320, CLUB));
    }

    private static Map<SharedFieldsHash, SharedTicketFields> known() {
        return Map.of(SharedFieldsHash.of(ARENA), ARENA, SharedFieldsHash.of(CLUB), CLUB);
    }

    private static TicketFacts ticket(long ticketId, SharedTicketFields sharedTicketFields) {
        return new TicketFacts(ticketId, ticketId, 1_000, 42, 7, 100, 2, false, sharedTicketFields);
    }

    private static SharedTicketFields shared(String venue, String province) {
        return new SharedTicketFields(7, "e1", "Opening", "opening", null, venue, "Ada", province, null);
    }
}

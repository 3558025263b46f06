package encore.command.rewards;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.rewards.codes.PrizeCodeCommand.ReadPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodes;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoredPrizeCodesTest {

    private static final PrizeCodesId CODES = new PrizeCodesId(7, "cap");

    private final AggregateUnderTest<StoredPrizeCodes> codes = new AggregateUnderTest<>(StoredPrizeCodes.class);

    @Test
    void codes_are_stored_in_chunks_under_a_key_of_their_own() {
        List<String> given = numbered(0, 1_001);
        codes.givenNoPriorActivity()
                .when(new StorePrizeCodes(CODES, given))
                .expectEvents(
                        PrizeCodesAdded.of(CODES, 0, given.subList(0, 500)),
                        PrizeCodesAdded.of(CODES, 500, given.subList(500, 1_000)),
                        PrizeCodesAdded.of(CODES, 1_000, given.subList(1_000, 1_001)))
                .expectResultMessagePayload(new PrizeCodeCount(1_001));
        assertThat(codes.subjectKeys.made).containsExactly(CODES.toString());
    }

    @Test
    void more_codes_follow_the_first_ones() {
        codes.given(PrizeCodesAdded.of(CODES, 0, List.of("A", "B")))
                .when(new StorePrizeCodes(CODES, List.of("C")))
                .expectEvents(PrizeCodesAdded.of(CODES, 2, List.of("C")));
        assertThat(codes.subjectKeys.made).isEmpty();
    }

    @Test
    void a_code_is_unique() {
        refused(List.of("C", "A"));
        refused(List.of("C", "C"));
        refused(List.of());
        refused(List.of("x".repeat(PrizeCodes.LONGEST + 1)));
        refused(numbered(0, PrizeCodes.MAX_OF_A_CALL + 1));
    }

    private void refused(List<String> given) {
        codes.given(PrizeCodesAdded.of(CODES, 0, List.of("A", "B")))
                .when(new StorePrizeCodes(CODES, given))
                .expectNoEvents()
                .expectException(refusalNaming("prize_codes"));
    }

    @Test
    void there_are_at_most_100_000() {
        List<PrizeCodesAdded> full = IntStream.range(0, 200)
                .mapToObj(i -> PrizeCodesAdded.of(CODES, i * 500L, numbered(i * 500, 500)))
                .toList();
        codes.given(full)
                .when(new StorePrizeCodes(CODES, List.of("one more")))
                .expectNoEvents()
                .expectException(refusalNaming("prize_codes"));
    }

    @Test
    void their_number_is_answered_also_when_there_are_none() {
        codes.givenNoPriorActivity()
                .when(new ReadPrizeCodes(CODES))
                .expectNoEvents()
                .expectResultMessagePayload(new PrizeCodeCount(0));
        codes.given(PrizeCodesAdded.of(CODES, 0, List.of("A", "B")))
                .when(new ReadPrizeCodes(CODES))
                .expectNoEvents()
                .expectResultMessagePayload(new PrizeCodeCount(2));
    }

    @Test
    void a_list_is_split_at_commas_and_lines() {
        assertThat(PrizeCodes.split("A, B\r\nC\nD ,,\n E\r").codes()).containsExactly("A", "B", "C", "D", "E");
    }

    private static List<String> numbered(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(i -> "code-" + i).toList();
    }
}

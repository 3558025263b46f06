package encore.infra.eventstore.process;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.ProcessDeadLetter.OfCommand;
import encore.infra.eventstore.process.ProcessDeadLetter.OfEvent;
import encore.infra.eventstore.process.ProcessDeadLetter.OfTimer;
import encore.infra.eventstore.process.ProcessDeadLetter.OfWork;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessDeadLetterTest {

    private static final String TIMER = "{'key':'fan.7.42','at':1700000000000,'since':3,'account':7}";

    private static Class<?> kindOf(String name) {
        return switch (name) {
            case "event" -> OfEvent.class;
            case "timer" -> OfTimer.class;
            case "work" -> OfWork.class;
            default -> OfCommand.class;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "event, 0, fan.7.42, false",
        "timer, 0, timer/key/fan.7.42, true",
        "work, 0, work/0000000000000000005/0000000000000000000, false",
        "command, 2, ledger.7.42, false",
        "command, 1, ledger.7.42, true",
    })
    void each_kind_is_read_from_its_stored_form_and_written_as_the_same_text(
            String kind, long ordinal, String key, boolean hasTimer) {
        String stored = ("{'position':5,'ordinal':" + ordinal + ",'account':7,'key':'" + key
                        + "','cause':'IllegalStateException','attempts':2" + (hasTimer ? ",'timer':" + TIMER : "")
                        + "}")
                .replace('\'', '"');
        ProcessDeadLetter letter =
                ProcessDeadLetter.of(EventJson.mapper().readValue(stored, AutomationDeadLetter.class));
        assertThat(letter).isInstanceOf(kindOf(kind));
        assertThat(EventJson.mapper().writeValueAsString(letter.stored())).isEqualTo(stored);
    }
}

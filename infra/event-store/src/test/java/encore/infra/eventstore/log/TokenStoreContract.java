package encore.infra.eventstore.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract that every adapter of the {@link TokenStore} must fulfil. */
public abstract class TokenStoreContract {

    private EventLog log;

    protected abstract EventLog openLog() throws Exception;

    protected abstract TokenStore tokensOf(EventLog log);

    @BeforeEach
    void open() throws Exception {
        log = openLog();
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void a_position_is_stored() throws Exception {
        TokenStore tokens = tokensOf(log);
        assertThat(tokens.position("quests")).isEqualTo(OptionalLong.empty());
        tokens.advance("quests", 0);
        assertThat(tokens.position("quests")).isEqualTo(OptionalLong.of(0));
        close();
        open();
        assertThat(tokensOf(log).position("quests")).isEqualTo(OptionalLong.of(0));
        tokensOf(log).advance("quests", 7);
        assertThat(tokensOf(log).position("quests")).isEqualTo(OptionalLong.of(7));
        assertThat(tokensOf(log).position("rewards")).isEqualTo(OptionalLong.empty());
    }

    @Test
    void the_time_of_timers_is_stored_beside_the_position_and_never_moves_back() throws Exception {
        TokenStore tokens = tokensOf(log);
        assertThat(tokens.timersUntil("quests")).isEqualTo(OptionalLong.empty());
        long time = 1_796_379_330_120L;
        tokens.advanceTimers("quests", time);
        tokens.advanceTimers("quests", time - 1);
        assertThat(tokens.position("quests")).isEqualTo(OptionalLong.empty());
        // A time is no position: it stops no start.
        close();
        open();
        assertThat(tokensOf(log).timersUntil("quests")).isEqualTo(OptionalLong.of(time));
    }

    @Test
    void a_position_never_moves_back() {
        TokenStore tokens = tokensOf(log);
        tokens.advance("quests", 7);
        tokens.advance("quests", 5);
        assertThat(tokens.position("quests")).isEqualTo(OptionalLong.of(7));
    }
}

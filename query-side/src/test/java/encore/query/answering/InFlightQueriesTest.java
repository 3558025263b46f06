package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightQueriesTest {

    private final InFlightQueries inFlight = new InFlightQueries();

    @Test
    void an_account_alone_has_half_of_the_places_and_many_leave_some_to_the_next() {
        assertThat(enterAll(1)).isEqualTo(1_024);
        assertThat(enterAll(2)).isEqualTo(512);
        for (long account = 3; account < 20; account++) {
            enterAll(account);
        }
        assertThat(enterAll(99)).isEqualTo(16);
    }

    @Test
    void the_places_are_bounded_for_any_number_of_accounts() {
        int entered = 0;
        for (long account = 1; account < 1_000; account++) {
            entered += enterAll(account);
        }
        assertThat(entered).isEqualTo(2_304);
    }

    @Test
    void a_query_that_left_may_enter_again() {
        enterAll(1);
        inFlight.leave(1);
        assertThat(inFlight.tryEnter(1)).isTrue();
        assertThat(inFlight.tryEnter(1)).isFalse();
    }

    private int enterAll(long account) {
        int entered = 0;
        while (inFlight.tryEnter(account)) {
            entered++;
        }
        return entered;
    }
}

package encore.api.calls;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.calls.CallSelection;
import encore.kernel.calls.CallSelectionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallLogTest {

    private static final int EACH = new CallEntry(1, 0, 0, 200, "GET", "/a", "key:a", null, id(0)).bytes();

    private static String id(int number) {
        return "%036d".formatted(number);
    }

    private static CallEntry call(long account, int number, int status) {
        String problem = status < 400 ? null : "unknown";
        return new CallEntry(account, number, 5, status, "GET", "/crm/fans/{fan_id}", "key:a", problem, id(number));
    }

    private static List<Integer> found(CallLog log, CallSelection selection) {
        return log.find(selection, (entry, isSelected) -> {}).stream()
                .map(entry -> (int) entry.endedAt)
                .toList();
    }

    private static CallSelection all(long account) {
        return selection(account, 10_000, null);
    }

    private static CallSelection selection(long account, int limit, @Nullable Boolean isFailed) {
        return CallSelectionBuilder.builder()
                .account(account)
                .limit(limit)
                .isFailed(isFailed)
                .build();
    }

    @Test
    void the_oldest_call_of_an_account_leaves_at_its_bound_and_other_accounts_keep_theirs() {
        CallLog log = new CallLog(3, 1_000_000);
        log.record(call(2, 0, 200));
        for (int i = 1; i <= 5; i++) {
            log.record(call(1, i, 200));
        }
        log.record(call(2, 6, 200));
        assertThat(found(log, all(1))).containsExactly(3, 4, 5);
        assertThat(found(log, all(2))).containsExactly(0, 6);
        assertThat(found(log, all(3))).isEmpty();
    }

    @Test
    void the_oldest_call_of_all_accounts_leaves_at_the_bound_of_bytes() {
        CallLog log = new CallLog(1_000, 10L * EACH + 2 * 128);
        for (int i = 0; i < 4; i++) {
            log.record(call(1, i, 200));
        }
        for (int i = 4; i < 12; i++) {
            log.record(call(2, i, 200));
        }
        assertThat(found(log, all(1))).containsExactly(2, 3);
        assertThat(found(log, all(2))).hasSize(8);
        for (int i = 12; i < 40; i++) {
            log.record(call(2, i, 200));
        }
        assertThat(found(log, all(1))).isEmpty();
        assertThat(found(log, all(2))).hasSize(10).startsWith(30);
        assertThat(log.bytes()).isEqualTo(10L * EACH + 128);
        log.record(call(1, 40, 200));
        assertThat(found(log, all(1))).containsExactly(40);
    }

    @Test
    void the_whole_log_stays_within_its_bytes_with_many_accounts_and_long_ids() {
        CallLog log = new CallLog();
        for (int i = 0; i < 300_000; i++) {
            log.record(call(i % 5_000, i, i % 3 == 0 ? 404 : 200));
        }
        assertThat(log.bytes()).isBetween(CallLog.MAX_BYTES - 1_000, CallLog.MAX_BYTES);
        assertThat(found(log, all(1))).hasSizeBetween(15, 25).isSorted();
    }

    @Test
    void a_selection_has_the_newest_calls_by_status_route_caller_and_id() {
        CallLog log = new CallLog();
        for (int i = 0; i < 10; i++) {
            log.record(call(1, i, i % 2 == 0 ? 200 : 404));
        }
        List<Integer> seen = new ArrayList<>();
        assertThat(log.find(selection(1, 2, true), (entry, isSelected) -> seen.add((int) entry.endedAt)))
                .extracting(entry -> (int) entry.endedAt)
                .containsExactly(7, 9);
        assertThat(seen).hasSize(10);
        assertThat(found(log, selection(1, 3, false))).containsExactly(4, 6, 8);
        assertThat(found(
                        log,
                        CallSelectionBuilder.builder()
                                .account(1)
                                .limit(9)
                                .status(404)
                                .route("fans/")
                                .actor("key:a")
                                .build()))
                .hasSize(5);
        assertThat(found(
                        log,
                        CallSelectionBuilder.builder()
                                .account(1)
                                .limit(9)
                                .route("ticket")
                                .build()))
                .isEmpty();
        assertThat(found(
                        log,
                        CallSelectionBuilder.builder()
                                .account(1)
                                .limit(9)
                                .actor("key:b")
                                .build()))
                .isEmpty();
        assertThat(found(
                        log,
                        CallSelectionBuilder.builder()
                                .account(1)
                                .limit(9)
                                .requestId(id(4))
                                .build()))
                .containsExactly(4);
    }

    @Test
    void calls_that_are_recorded_at_once_and_while_others_read_are_all_there() throws Exception {
        CallLog log = new CallLog(10_000, 16_000_000);
        try (var threads = Executors.newFixedThreadPool(5)) {
            for (int thread = 0; thread < 4; thread++) {
                int account = thread;
                threads.submit(() -> {
                    for (int i = 0; i < 9_000; i++) {
                        log.record(call(account, i, 200));
                    }
                });
            }
            threads.submit(() -> {
                for (int i = 0; i < 200; i++) {
                    found(log, all(i % 4));
                }
            });
        }
        for (int account = 0; account < 4; account++) {
            assertThat(found(log, all(account))).hasSize(9_000).isSorted();
        }
    }
}

package encore.infra.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.keys.NewKey;
import encore.api.keys.SecretHasher;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.SecretStrength;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.Scope;
import encore.kernel.points.PointsCommand.CreatePointType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoAccountTest {

    private static final DemoSettings RANDOM = new DemoSettings(true, null, null, null);

    private static final String GIVEN = "chosen by hand, and long enough to be one";

    @TempDir
    private Path data;

    private final Commands commands = new Commands();
    private List<String> announced = List.of();
    private long head;
    private boolean onLoopback = true;
    private boolean watched = true;

    @Test
    void the_first_start_opens_an_account_with_points_and_a_key_pair_and_says_so_once() throws IOException {
        start(RANDOM);
        assertThat(commands.orders).hasSize(3);
        OpenAccount open = (OpenAccount) commands.orders.get(0).command();
        CreatePointType points = (CreatePointType) commands.orders.get(1).command();
        IssueKey issue = (IssueKey) commands.orders.get(2).command();
        assertThat(open.name()).isEqualTo("demo");
        assertThat(open.callsPerMinute()).isEqualTo(1_000_000);
        assertThat(points.pointType().uid()).isEqualTo(open.defaultPointUid());
        assertThat(issue.key().account()).isEqualTo(open.id().account());
        assertThat(issue.scopes()).isEqualTo(Scope.words());

        Path file = data.resolve("demo-keys.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1);
        String secret = lines.getFirst().replaceAll(".*\"api_secret\" *: *\"([^\"]*)\".*", "$1");
        assertThat(new NewKey(issue.key().apiKey(), secret).secretHash(new SecretHasher(new byte[32])))
                .isEqualTo(issue.secretHash());
        assertThat(String.join("\n", announced)).contains(issue.key().apiKey(), secret);

        commands.orders.clear();
        head = 3;
        start(RANDOM);
        assertThat(commands.orders).isEmpty();
    }

    @Test
    void the_pair_can_be_given_and_a_given_limit_holds_for_the_demo_as_well() throws IOException {
        start(new DemoSettings(true, "my-key", GIVEN, 50));
        assertThat(((OpenAccount) commands.orders.get(0).command()).callsPerMinute())
                .isNull();
        assertThat(((IssueKey) commands.orders.get(2).command()).key().apiKey()).isEqualTo("my-key");
        assertThat(Files.readString(data.resolve("demo-keys.json")))
                .contains("\"api_key\":\"my-key\"", "\"api_secret\":\"" + GIVEN + "\"");
    }

    @Test
    void where_others_reach_the_port_it_is_opened_only_when_it_is_asked_for_by_name() {
        onLoopback = false;
        start(new DemoSettings(null, null, null, null));
        assertThat(commands.orders).isEmpty();
        start(RANDOM);
        assertThat(commands.orders).hasSize(3);
        onLoopback = true;
        start(new DemoSettings(null, null, null, null));
        assertThat(commands.orders).hasSize(6);
    }

    @Test
    void output_that_is_not_to_a_terminal_contains_no_secret() throws IOException {
        watched = false;
        start(new DemoSettings(true, "my-key", GIVEN, null));
        assertThat(String.join("\n", announced)).contains("demo-keys.json").doesNotContain(GIVEN, "my-key");
        assertThat(Files.readString(data.resolve("demo-keys.json"))).contains(GIVEN);
    }

    @Test
    void a_given_secret_that_can_be_guessed_is_none() {
        for (String weak : List.of("x", "my-secret", "CHANGE-ME-at-least-32-random-characters", "x".repeat(64))) {
            assertThatThrownBy(() -> new DemoSettings(true, "my-key", weak, null))
                    .isInstanceOf(SecretStrength.WeakSecretException.class)
                    .hasMessageStartingWith("ENCORE_DEMO_SECRET ")
                    .hasMessageEndingWith(".");
        }
    }

    @Test
    void a_store_that_holds_something_and_a_demo_that_is_off_get_no_account() {
        start(new DemoSettings(false, null, null, null));
        head = 1;
        start(RANDOM);
        assertThat(commands.orders).isEmpty();
        assertThat(data).isEmptyDirectory();
        assertThat(announced).isEmpty();
    }

    @Test
    void a_first_start_that_was_cut_off_is_finished_by_the_next_with_the_same_ids() {
        commands.failure =
                request -> request.command() instanceof CreatePointType ? new IllegalStateException("killed") : null;
        assertThatThrownBy(() -> start(RANDOM)).hasRootCauseMessage("killed");
        assertThat(data.resolve("demo-keys.json")).doesNotExist();
        CommandRequest cut = commands.orders.getFirst();

        commands.orders.clear();
        commands.failure = request -> request.command() instanceof IssueKey
                ? new Refusal(Refusal.Kind.CONFLICT, "answer-not-kept", "CommandResult before.")
                : null;
        head = 1;
        start(RANDOM);
        assertThat(commands.orders.getFirst()).isEqualTo(cut);
        assertThat(commands.orders)
                .extracting(CommandRequest::requestId)
                .doesNotHaveDuplicates()
                .hasSize(3);
        assertThat(data.resolve("demo-keys.json")).exists();
        assertThat(data.resolve("demo-keys.json.new")).doesNotExist();
    }

    @Test
    void of_two_nodes_that_start_on_an_empty_store_one_opens_the_account() {
        commands.openedByAnother = new AccountOpening(new AccountId(3), "p");
        start(RANDOM);
        assertThat(commands.orders).hasSize(1);
        assertThat(data).isEmptyDirectory();
        assertThat(announced).isEmpty();
    }

    @Test
    void a_pending_file_that_was_torn_before_anything_was_sent_is_replaced() throws IOException {
        Files.writeString(data.resolve("demo-keys.json.new"), "{\"account");
        start(RANDOM);
        assertThat(commands.orders).hasSize(3);
        assertThat(data.resolve("demo-keys.json")).exists();
    }

    private void start(DemoSettings settings) {
        var account = new DemoAccount(commands, () -> head, new OneSecret(), data, settings, onLoopback, watched);
        account.start();
        announced = account.announcement();
        assertThat(String.join("", account.announcement())).doesNotContain("api_secret");
    }

    /** Takes every order, unless it is told to fail some. */
    private static final class Commands implements CommandSide {

        private final List<CommandRequest> orders = new ArrayList<>();
        private Function<CommandRequest, RuntimeException> failure = request -> null;
        private AccountOpening openedByAnother;

        @Override
        public CompletableFuture<CommandResult> handle(CommandRequest request) {
            orders.add(request);
            RuntimeException failed = failure.apply(request);
            return failed == null
                    ? CompletableFuture.completedFuture(new CommandResult(answer(request), orders.size()))
                    : CompletableFuture.failedFuture(failed);
        }

        private Object answer(CommandRequest request) {
            AccountOpening other = openedByAnother;
            return request.command() instanceof OpenAccount open
                    ? other == null ? new AccountOpening(open.id(), open.defaultPointUid()) : other
                    : "done";
        }
    }

    private static final class OneSecret implements KeyStore {

        @Override
        public byte[] installationSecret(String name) {
            return new byte[32];
        }

        @Override
        public byte[] create(String subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] find(String subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void destroy(Collection<KeyEnd> ends) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long erasedUpTo() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void erasedUpTo(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}

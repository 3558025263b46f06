package encore.command.accounts;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.accounts.Account.RedirectUrl;
import encore.kernel.accounts.AccountCommand.AllowOrigin;
import encore.kernel.accounts.AccountCommand.AllowRedirectUrl;
import encore.kernel.accounts.AccountCommand.ChangeAccount;
import encore.kernel.accounts.AccountCommand.OpenAccount;
import encore.kernel.accounts.AccountCommand.RemoveOrigin;
import encore.kernel.accounts.AccountCommand.RemoveRedirectUrl;
import encore.kernel.accounts.AccountCommand.RenameAccount;
import encore.kernel.accounts.AccountCommand.SetRateLimit;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountEvent.AccountRenamed;
import encore.kernel.accounts.AccountEvent.OriginAllowed;
import encore.kernel.accounts.AccountEvent.OriginRemoved;
import encore.kernel.accounts.AccountEvent.RateLimitSet;
import encore.kernel.accounts.AccountEvent.RedirectUrlAllowed;
import encore.kernel.accounts.AccountEvent.RedirectUrlRemoved;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountOpening;
import encore.kernel.accounts.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.hamcrest.CustomTypeSafeMatcher;
import org.hamcrest.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountTest {

    private static final AccountId ID = new AccountId(7);

    private final AggregateUnderTest<Account> account = new AggregateUnderTest<>(Account.class);

    @Test
    void an_account_is_opened_with_its_default_point_type() {
        account.givenNoPriorActivity()
                .when(new OpenAccount(ID, "Arena", 500, "p-1"))
                .expectEvents(opened())
                .expectResultMessagePayload(new AccountOpening(ID, "p-1"));
    }

    @Test
    void an_id_that_is_taken_is_a_conflict() {
        account.given(opened())
                .when(new OpenAccount(ID, "Other", null, "p-2"))
                .expectNoEvents()
                .expectException(Refusal.class)
                .expectException(refusal("account-id-taken", null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void an_account_needs_a_name(String name) {
        account.givenNoPriorActivity()
                .when(new OpenAccount(ID, name, null, "p-1"))
                .expectException(refusal("account-name", "name"));
        account.given(opened()).when(new RenameAccount(ID, name)).expectException(refusal("account-name", "name"));
    }

    @Test
    void a_new_name_is_recorded_and_the_same_name_is_not() {
        account.given(opened()).when(new RenameAccount(ID, "Hall")).expectEvents(new AccountRenamed(ID, "Hall"));
        account.given(opened())
                .when(new RenameAccount(ID, "Arena"))
                .expectNoEvents()
                .expectResultMessagePayload(new AccountOpening(ID, "p-1"));
    }

    @Test
    void a_limit_is_set_and_given_back_to_the_installation() {
        account.given(opened()).when(new SetRateLimit(ID, 600)).expectEvents(new RateLimitSet(ID, 600));
        account.given(opened()).when(new SetRateLimit(ID, null)).expectEvents(new RateLimitSet(ID, null));
        account.given(opened()).when(new SetRateLimit(ID, 500)).expectNoEvents();
    }

    @Test
    void a_name_and_a_limit_change_together_or_not_at_all() {
        account.given(opened())
                .when(new ChangeAccount(ID, "Hall", 600, Map.of()))
                .expectEvents(new AccountRenamed(ID, "Hall"), new RateLimitSet(ID, 600));
        account.given(opened())
                .when(new ChangeAccount(ID, "Arena", 600, Map.of()))
                .expectEvents(new RateLimitSet(ID, 600));
        account.given(opened())
                .when(new ChangeAccount(ID, "Hall", -1, Map.of()))
                .expectNoEvents()
                .expectException(refusal("rate-limit", "calls_per_minute"));
        account.given(opened())
                .when(new ChangeAccount(ID, " ", 600, Map.of()))
                .expectNoEvents()
                .expectException(refusal("account-name", "name"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100_000_001})
    void a_limit_stays_within_its_bounds(int calls) {
        account.given(opened())
                .when(new SetRateLimit(ID, calls))
                .expectException(refusal("rate-limit", "calls_per_minute"));
        account.givenNoPriorActivity()
                .when(new OpenAccount(ID, "Arena", calls, "p-1"))
                .expectException(refusal("rate-limit", "calls_per_minute"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://fans.example, https://fans.example",
        "HTTPS://Fans.Example:443, https://fans.example",
        "http://localhost:3000, http://localhost:3000",
        "http://[::1]:80, http://[::1]"
    })
    void an_origin_is_kept_as_browsers_write_it(String given, String kept) {
        account.given(opened())
                .when(new AllowOrigin(ID, given))
                .expectEvents(new OriginAllowed(ID, kept))
                .expectResultMessagePayload(new Origin(kept));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "",
                "fans.example",
                "ftp://fans.example",
                "https://fans.example/",
                "https://fans.example/a?b#c",
                "https://me@fans.example",
                "https://fans.example:99999",
                "https://a b"
            })
    void a_text_that_is_no_origin_is_refused(String text) {
        account.given(opened()).when(new AllowOrigin(ID, text)).expectException(refusal("not-an-origin", "origin"));
        account.given(opened()).when(new RemoveOrigin(ID, text)).expectException(refusal("not-an-origin", "origin"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://fans.example/back",
                "https://Fans.Example:8443/back?from=login&x=%2F",
                "https://fans.example",
                "http://localhost:3000/back",
                "http://127.0.0.1/back",
                "http://[::1]:3000/back",
                "com.larks.app:/back",
                "com.larks.app://login",
                "com.larks.app:back"
            })
    void a_redirect_url_is_kept_as_it_is(String url) {
        account.given(opened())
                .when(new AllowRedirectUrl(ID, url))
                .expectEvents(new RedirectUrlAllowed(ID, url))
                .expectResultMessagePayload(new RedirectUrl(url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "fans.example",
                "//fans.example/back",
                "/back",
                "https:",
                "https:fans.example",
                "https:///back",
                "https://",
                "HTTPS://fans.example/back",
                "http://fans.example/back",
                "http://127.0.0.1.fans.example/back",
                "http://localhost.fans.example/back",
                "http://127.1/back",
                "http://2130706433/back",
                "https://fans.example/back#",
                "https://fans.example/back#part",
                "https://fan@fans.example/back",
                "https://fans.example:443@evil.example/",
                "https://@fans.example/back",
                "https://fans.example\\@evil.example/",
                "https://fans.example/a b",
                " https://fans.example/back",
                "https://fans.example/back\n",
                "https://fans.example/b\u00e4ck",
                "https://fans.example:99999/back",
                "javascript:alert(1)",
                "data:text/html,x",
                "larks:/back",
                "com.larks.app:",
                "com.larks.app://fan@login",
                ".app:/back",
                "com..app:/back"
            })
    void an_unsafe_redirect_url_is_refused(String url) {
        account.given(opened())
                .when(new AllowRedirectUrl(ID, url))
                .expectNoEvents()
                .expectException(refusal("not-a-redirect-url", "redirect_url"));
    }

    @Test
    void a_redirect_url_has_a_longest_length_and_an_account_a_largest_number() {
        account.given(opened())
                .when(new AllowRedirectUrl(ID, "https://fans.example/" + "x".repeat(1_980)))
                .expectException(refusal("not-a-redirect-url", "redirect_url"));
        var full = new ArrayList<Object>(List.of(opened()));
        IntStream.range(0, 100).forEach(i -> full.add(new RedirectUrlAllowed(ID, "https://fans.example/" + i)));
        account.given(full)
                .when(new AllowRedirectUrl(ID, "https://fans.example/more"))
                .expectNoEvents()
                .expectException(refusal("too-many-redirect-urls", "redirect_url"));
    }

    @Test
    void a_redirect_url_is_listed_once_and_compared_byte_by_byte() {
        account.given(opened(), new RedirectUrlAllowed(ID, "https://a.example/b"))
                .when(new AllowRedirectUrl(ID, "https://a.example/b"))
                .expectNoEvents();
        account.given(opened(), new RedirectUrlAllowed(ID, "https://a.example/b"))
                .when(new AllowRedirectUrl(ID, "https://A.example/b"))
                .expectEvents(new RedirectUrlAllowed(ID, "https://A.example/b"));
        account.given(opened(), new RedirectUrlAllowed(ID, "https://a.example/b"))
                .when(new RemoveRedirectUrl(ID, "https://a.example/b"))
                .expectEvents(new RedirectUrlRemoved(ID, "https://a.example/b"));
        account.given(opened(), new RedirectUrlAllowed(ID, "https://a.example/b"))
                .when(new RemoveRedirectUrl(ID, "https://a.example/b/"))
                .expectNoEvents()
                .expectException(refusal("redirect-url-unknown", "redirect_url"));
        account.given(
                        opened(),
                        new RedirectUrlAllowed(ID, "https://a.example/b"),
                        new RedirectUrlRemoved(ID, "https://a.example/b"))
                .when(new RemoveRedirectUrl(ID, "https://a.example/b"))
                .expectException(refusal("redirect-url-unknown", "redirect_url"));
    }

    @Test
    void an_origin_is_listed_once_and_removed_once() {
        account.given(opened(), new OriginAllowed(ID, "https://a.example"))
                .when(new AllowOrigin(ID, "https://a.example"))
                .expectNoEvents();
        account.given(opened(), new OriginAllowed(ID, "https://a.example"))
                .when(new RemoveOrigin(ID, "https://a.example"))
                .expectEvents(new OriginRemoved(ID, "https://a.example"));
        account.given(opened(), new OriginAllowed(ID, "https://a.example"), new OriginRemoved(ID, "https://a.example"))
                .when(new RemoveOrigin(ID, "https://a.example"))
                .expectException(refusal("origin-unknown", "origin"));
    }

    @Test
    void there_are_at_most_a_hundred_origins() {
        Object[] full = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> i == 0 ? opened() : new OriginAllowed(ID, "https://a" + i + ".example"))
                .toArray();
        account.given(full)
                .when(new AllowOrigin(ID, "https://b.example"))
                .expectException(refusal("too-many-origins", "origin"));
        account.given(full).when(new AllowOrigin(ID, "https://a7.example")).expectNoEvents();
    }

    private static AccountOpened opened() {
        return new AccountOpened(ID, "Arena", 500, "p-1");
    }

    static Matcher<Refusal> refusal(String type, String field) {
        return new CustomTypeSafeMatcher<>("a Refusal " + type + " of " + field) {
            @Override
            protected boolean matchesSafely(Refusal refusal) {
                return refusal.type().equals(type) && Objects.equals(refusal.field(), field);
            }
        };
    }
}

package encore.api.accounts;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.keys.AccountState;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Account.RedirectUrl;
import encore.kernel.accounts.AccountCommand.AllowRedirectUrl;
import encore.kernel.accounts.AccountCommand.RemoveRedirectUrl;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountQuery.FindRedirectUrls;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedirectUrlsControllerTest {

    private static final String PATH = "/api/v1/manage/redirect_urls";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String URL = "https://fans.example/back?a=b";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(RedirectUrlsController.class);

    @BeforeEach
    void both_sides_answer() {
        GATEWAY.backend
                .on(AllowRedirectUrl.class, allow -> new RedirectUrl(allow.redirectUrl()))
                .on(RemoveRedirectUrl.class, remove -> new RedirectUrl(remove.redirectUrl()))
                .on(FindRedirectUrls.class, find -> List.of(new RedirectUrl(URL)));
    }

    @Test
    void they_are_listed_added_and_removed_as_they_are_written() {
        GATEWAY.server()
                .get()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("[{\"redirect_url\":\"" + URL + "\"}]");
        GATEWAY.post(PATH, FORM, "redirect_url=https%3A%2F%2Ffans.example%2Fback%3Fa%3Db")
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"redirect_url\":\"" + URL + "\"}");
        GATEWAY.post(PATH, "application/json", "{\"redirect_url\": \"" + URL + "\"}")
                .isOk();
        GATEWAY.server()
                .delete()
                .uri(PATH + "?redirect_url={url}", URL)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        var account = new AccountId(ACCOUNT);
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(
                        new AllowRedirectUrl(account, URL),
                        new AllowRedirectUrl(account, URL),
                        new RemoveRedirectUrl(account, URL)));
    }

    @Test
    void one_is_needed() {
        naming(GATEWAY.post(PATH, FORM, "redirect_url="), "redirect_url");
        naming(GATEWAY.post(PATH, FORM, "redirect_url=" + "x".repeat(2_001)), "redirect_url");
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void a_gateway_compares_a_secret_byte_by_byte() {
        var registry = GATEWAY.bean(KeyRegistry.class);
        AccountState before = registry.findAccount(ACCOUNT);
        assertThat(before).isNotNull();
        assertThat(before.isRedirectUrl(URL)).isFalse();
        GATEWAY.backend.publish(
                new ControlMessage.Account(ACCOUNT, "Arena", null, List.of(), List.of(URL), "points-7"));
        AccountState account = registry.findAccount(ACCOUNT);
        assertThat(account).isNotNull();
        assertThat(account.isRedirectUrl(URL)).isTrue();
        for (String other : List.of(
                URL + "&c=d",
                URL + "#",
                "https://fans.example/back?a=B",
                "https://FANS.example/back?a=b",
                "https://fans.example:443/back?a=b",
                "https://fans.example/back%3Fa=b",
                "https://fans.example/./back?a=b",
                "https://fans.example@evil.example/back?a=b",
                "https://fans.example/back",
                "")) {
            assertThat(account.isRedirectUrl(other)).as(other).isFalse();
        }
        assertThat(registry.findAccount(9)).isNull();
    }
}

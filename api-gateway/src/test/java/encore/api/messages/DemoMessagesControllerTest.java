package encore.api.messages;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.DemoMessage;
import encore.kernel.contacts.messages.MessagesQuery.FindDemoMessages;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Role;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;

class DemoMessagesControllerTest {

    private static final String PATH = "/api/v1/manage/outbox";
    private static final DemoMessage MESSAGE = new DemoMessage(
            ContactKind.EMAIL,
            "ada@fans.example",
            "Your code for Acme",
            "Your code is 012345.",
            "17-r",
            Instant.ofEpochSecond(1_800_000_000));

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(DemoMessagesController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_message() {
        backend.asked.clear();
        backend.on(FindDemoMessages.class, query -> new Page<>(List.of(MESSAGE), "1", "1", true, 17));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void messages_are_listed_by_pages() {
        client.get()
                .uri(PATH + "?limit=1&next_message_key=5")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.data[0].network")
                .isEqualTo("email")
                .jsonPath("$.data[0].to")
                .isEqualTo("ada@fans.example")
                .jsonPath("$.data[0].subject")
                .isEqualTo("Your code for Acme")
                .jsonPath("$.data[0].text")
                .isEqualTo("Your code is 012345.")
                .jsonPath("$.data[0].request_uid")
                .isEqualTo("17-r")
                .jsonPath("$.data[0].creation_timestamp")
                .isEqualTo(1_800_000_000);
        assertThat(backend.asked).containsExactly(new FindDemoMessages(7, true, new NextKey("5", 1)));
    }

    @Test
    void links_of_people_are_shown_to_those_who_may_change_people() {
        for (Role role : List.of(Role.OWNER, Role.MARKETER, Role.AUDITOR)) {
            PersonUnderTest.signedIn(GATEWAY, role)
                    .call(HttpMethod.GET, PATH)
                    .exchange()
                    .expectStatus()
                    .isOk();
        }
        assertThat(backend.asked)
                .extracting(query -> ((FindDemoMessages) query).showsLinks())
                .containsExactly(true, false, false);
    }

    @Test
    void a_wrong_page_is_refused() {
        naming(client.get().uri(PATH + "?next_message_key=x").exchange().expectStatus(), "next_message_key");
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_key_alone_reads_none() {
        GATEWAY.anybody()
                .get()
                .uri(PATH + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }
}

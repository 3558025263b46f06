package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.infra.backend.peer.server.QueryController.ControlEnvelope;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JavaType;

class MessageCatalogueTest {

    private final MessageCatalogue catalogue = MessageCatalogue.load();

    @Test
    void every_message_and_every_answer_arrives_as_it_was_sent() {
        AtRandom chance = new AtRandom(20_251);
        for (MessageCatalogue.MessageRoute messageRoute : catalogue.all()) {
            for (int i = 0; i < 20; i++) {
                Object message = chance.value(Cbor.MAPPER.constructType(messageRoute.record()));
                assertThat((Object) messageRoute.reader().readValue(Cbor.write(message)))
                        .as(messageRoute.route())
                        .isEqualTo(message);
                Object answer = chance.value(messageRoute.answer());
                assertThat(Cbor.MAPPER.<PeerAnswer<?>>readValue(
                                Cbor.write(PeerAnswer.found(5, answer, 9)),
                                Cbor.MAPPER.constructType(
                                        messageRoute.answerReference().getType())))
                        .as("the answer to " + messageRoute.route())
                        .isEqualTo(PeerAnswer.found(5, answer, 9));
            }
        }
    }

    @Test
    void every_piece_of_news_arrives_as_it_was_sent() {
        AtRandom chance = new AtRandom(20_252);
        for (Class<?> news : ControlMessage.class.getPermittedSubclasses()) {
            Object message = chance.value(Cbor.MAPPER.constructType(news));
            assertThat(Cbor.read(Cbor.write(new ControlEnvelope((ControlMessage) message)), ControlEnvelope.class)
                            .message())
                    .usingRecursiveComparison()
                    .isEqualTo(message);
        }
    }

    @Test
    void no_class_name_is_written() {
        AtRandom chance = new AtRandom(20_253);
        for (MessageCatalogue.MessageRoute messageRoute : catalogue.all()) {
            JavaType type = Cbor.MAPPER.constructType(messageRoute.record());
            String written = new String(Cbor.write(chance.value(type)), StandardCharsets.ISO_8859_1);
            assertThat(written).as(messageRoute.route()).doesNotContain("encore.", "java.");
            assertThat(messageRoute.route()).doesNotContain("$").hasSizeLessThan(64);
        }
    }

    @Test
    void a_name_that_is_no_messages_is_unknown() {
        assertThat(catalogue.command("java.lang.Runtime")).isNull();
        assertThat(catalogue.command("FindBalances")).isNull();
        assertThat(catalogue.query("AwardPoints")).isNull();
    }
}

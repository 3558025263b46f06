package encore.infra.backend.peer;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.kernel.Command;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import reactor.core.publisher.Mono;

/** Answers gateways' commands. */
final class CommandController extends SideController {

    static final String SIDE = "command";

    private final CommandSide side;
    private final MessageCatalogue catalogue;

    CommandController(CommandSide side, MessageCatalogue catalogue) {
        this.side = side;
        this.catalogue = catalogue;
    }

    @MessageMapping("command.{name}")
    Mono<Answer<?>> handle(
            @DestinationVariable String name,
            @Header(Heads.OrderHead.NAME) Heads.OrderHead order,
            @Payload byte[] body) {
        MessageCatalogue.Entry entry = known(catalogue.command(name), name);
        Command<?> command = entry.reads().readValue(body);
        return answer(
                name,
                order.deadline(),
                () -> side.handle(new CommandRequest(
                        order.account(),
                        order.actor(),
                        order.requestId(),
                        order.fingerprint(),
                        command,
                        order.seen(),
                        !order.again())),
                done -> new Answer<>(done.position(), done.answer(), null));
    }
}

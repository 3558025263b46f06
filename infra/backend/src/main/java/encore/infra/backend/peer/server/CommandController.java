package encore.infra.backend.peer.server;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.backend.IfMatch;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerAnswer;
import encore.infra.backend.peer.PeerMetadata;
import encore.kernel.Command;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.Payload;
import reactor.core.publisher.Mono;

/** Answers gateways' commands. */
public final class CommandController extends SideController {

    public static final String SIDE = "command";

    private final CommandSide side;
    private final MessageCatalogue catalogue;

    CommandController(CommandSide side, MessageCatalogue catalogue) {
        this.side = side;
        this.catalogue = catalogue;
    }

    @MessageMapping("command.{name}")
    Mono<PeerAnswer<?>> handle(
            @DestinationVariable String name,
            @Header(PeerMetadata.CommandMetadata.NAME) PeerMetadata.CommandMetadata metadata,
            @Payload byte[] body) {
        MessageCatalogue.MessageRoute messageRoute = requireKnown(catalogue.command(name), name);
        Command<?> command = messageRoute.reader().readValue(body);
        return answer(
                name,
                metadata.timeout(),
                Mono.fromFuture(
                        () -> side.handle(new CommandRequest(
                                metadata.account(),
                                metadata.actor(),
                                metadata.requestId(),
                                metadata.fingerprint(),
                                command,
                                metadata.minPosition(),
                                metadata.isNewId(),
                                metadata.ifMatch() == null ? null : new IfMatch(metadata.ifMatch()))),
                        true),
                done -> new PeerAnswer<>(
                        done.position(),
                        done.answer(),
                        null,
                        done.isRepeat() ? Boolean.TRUE : null,
                        side.handsOver() ? Boolean.TRUE : null,
                        null));
    }
}

package encore.infra.backend.peer;

import encore.infra.backend.CommandSide;
import encore.kernel.Command;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The command side, as gateways reach it. */
final class CommandAnswering implements Answering {

    static final String SIDE = "command";

    private static final String ROUTE = "command.";

    private final CommandSide side;
    private final MessageCatalogue catalogue;

    CommandAnswering(CommandSide side, MessageCatalogue catalogue) {
        this.side = side;
        this.catalogue = catalogue;
    }

    @Override
    public String side() {
        return SIDE;
    }

    @Override
    public @Nullable Mono<Reply> answer(String route, byte[] head, byte[] body) {
        MessageCatalogue.Entry entry =
                route.startsWith(ROUTE) ? catalogue.command(route.substring(ROUTE.length())) : null;
        if (entry == null) {
            return null;
        }
        Heads.OrderHead order = Cbor.read(head, Heads.OrderHead.class);
        Command<?> command = entry.reads().readValue(body);
        return Mono.fromFuture(
                        () -> side.handle(new CommandSide.Order(
                                order.account(),
                                order.actor(),
                                order.requestId(),
                                order.fingerprint(),
                                command,
                                order.seen(),
                                !order.again())),
                        true)
                .timeout(Duration.ofMillis(order.deadline()), Mono.error(Reply::late))
                .map(done -> Reply.answer(done.position(), done.answer()));
    }

    @Override
    public @Nullable Flux<Reply> follow(String route) {
        return null;
    }
}

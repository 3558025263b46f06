package encore.command.automations;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.kernel.Command;
import encore.kernel.Message;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Takes the commands that an automation sends, and answers them as a test decides. */
final class CommandsInMemory implements CommandSide {

    final List<CommandRequest> orders = new CopyOnWriteArrayList<>();
    private final Map<CommandRequest, CompletableFuture<CommandResult>> open = new ConcurrentHashMap<>();
    volatile Function<CommandRequest, CompletableFuture<CommandResult>> answer = request -> done();

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest request) {
        CompletableFuture<CommandResult> answered = answer.apply(request);
        open.put(request, answered);
        orders.add(request);
        return answered;
    }

    List<ConnectionId> sent() {
        List<ConnectionId> sent = new ArrayList<>();
        orders.forEach(request -> sent.add(((EndConnection) request.command()).connection()));
        return sent;
    }

    void answerFirst(ConnectionId connection) {
        Command<?> wanted = new EndConnection(connection);
        orders.stream()
                .filter(request -> request.command().equals(wanted))
                .findFirst()
                .ifPresent(request -> open.get(request).complete(done().join()));
    }

    void answerAll() {
        open.values().forEach(each -> each.complete(done().join()));
    }

    List<String> ids() {
        return orders.stream().map(CommandRequest::requestId).toList();
    }

    static CompletableFuture<CommandResult> done() {
        return CompletableFuture.completedFuture(new CommandResult(new Message("CommandResult."), 1));
    }

    static CompletableFuture<CommandResult> failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }
}

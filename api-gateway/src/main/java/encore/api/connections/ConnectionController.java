package encore.api.connections;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Message;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.DeclineConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionId;
import encore.kernel.connections.ConnectionQuery.FindConnections;
import encore.kernel.connections.FanConnections;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves connections of fans: one fan requests a connection, the other approves or declines it. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class ConnectionController {

    record Find(
            long fanId,

            @Description("The last updated connections; all when absent.") @Nullable @Min(1)
            Integer limit) {}

    record Ask(long fanId, long connectedFanId) {}

    record Decide(
            @Description("The fan that was asked.") long fanId,
            @Description("The fan that asked.") long connectedFanId,

            @Description("Absent: declines.") @Default("false") @Nullable
            Boolean isApproved) {}

    private final Backend backend;

    ConnectionController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's connections, last updated first")
    @GetMapping("/fan_connections/{fan_id}")
    Mono<FanConnections> findConnections(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindConnections(caller.account(), in.fanId(), in.limit()));
    }

    @Description("Requests a connection on behalf of a fan")
    @PostMapping("/fan_connections/{fan_id}")
    Mono<Message> requestConnection(Caller caller, @Params Ask in) {
        var pair = ConnectionId.between(caller.account(), in.fanId(), in.connectedFanId());
        return backend.send(caller, new RequestConnection(pair, in.fanId()));
    }

    @Description("Approves or declines a request for a connection")
    @PostMapping("/fan_connections/requests/{fan_id}")
    Mono<Message> decide(Caller caller, @Params Decide in) {
        var pair = ConnectionId.between(caller.account(), in.fanId(), in.connectedFanId());
        return backend.send(
                caller,
                Boolean.TRUE.equals(in.isApproved())
                        ? new ApproveConnection(pair, in.fanId())
                        : new DeclineConnection(pair, in.fanId()));
    }
}

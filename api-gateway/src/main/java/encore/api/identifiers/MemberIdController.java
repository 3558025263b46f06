package encore.api.identifiers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierCommand.AssignMemberId;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.identifiers.MemberId;
import encore.kernel.people.Area;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Assigns a fan its member id, once. The member id is also an identifier on the network 'portal'. */
@RestController
@Access(scope = "apps", area = Area.CONTACTS, lock = SECRET)
@RequestMapping("/api/v1/ent")
class MemberIdController {

    record OfFan(long fanId) {}

    private final Backend backend;

    MemberIdController(Backend backend) {
        this.backend = backend;
    }

    @Description("Assigns a fan its member_id, once")
    @PostMapping("/fans/{fan_id}/member_id")
    Mono<MemberId> assign(Caller caller, @Params OfFan in) {
        var identifiers = new IdentifiersId(new FanId(caller.account(), in.fanId()));
        return backend.send(caller, new AssignMemberId(identifiers));
    }
}

package encore.api.passes;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.PassCode;
import encore.kernel.passes.PassCommand.CheckInShownPass;
import encore.kernel.people.Area;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Pattern;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Checks in the holder of a pass (spec 3, 4). */
@RestController
@Access(scope = "apps", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/apps/{page_tab_id}/registration/checkin")
class CheckInController {

    record PassReference(
            long pageTabId,

            @Description("As it is printed on the pass.")
            @Nullable
            @Pattern(regexp = PassCode.PATTERN, message = "must be 8 letters and digits")
            String passCode,

            @Nullable UUID passUid) {

        @AssertTrue(message = "is required without pass_uid")
        @ErrorField("pass_code")
        boolean isOneGiven() {
            return passCode != null || passUid != null;
        }

        CheckInShownPass command(long account) {
            return new CheckInShownPass(
                    new CampaignId(account, pageTabId),
                    passUid == null ? null : passUid.toString(),
                    passCode == null ? null : passCode.toUpperCase(Locale.ROOT));
        }
    }

    private final Backend backend;

    CheckInController(Backend backend) {
        this.backend = backend;
    }

    @Description("Checks a pass in, once; a scanner without an answer repeats the call with the same Idempotency-Key")
    @PostMapping
    Mono<CheckedInPass> checkInPass(Caller caller, @Params PassReference in) {
        return backend.send(caller, in.command(caller.account()));
    }
}

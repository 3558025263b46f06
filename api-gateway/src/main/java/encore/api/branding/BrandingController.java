package encore.api.branding;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingCommand.ChangeBranding;
import encore.kernel.branding.BrandingCommand.ClearBranding;
import encore.kernel.branding.BrandingId;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages an account's branding, and shows it to apps. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1")
class BrandingController {

    private static final String MANAGED = "/manage/branding";
    private static final int MAX_LEGAL_LENGTH = 100_000;

    record Change(
            @Description("Plain text, for businesses without terms of their own.")
            @Nullable
            @Size(max = MAX_LEGAL_LENGTH)
            String legalTerms,

            @Description("Plain text, for businesses without a privacy text of their own.")
            @Nullable
            @Size(max = MAX_LEGAL_LENGTH)
            String legalPrivacy,

            @Description("Plain text above the login.") @Nullable @Size(max = 255)
            String headerText,

            @Description("An uploaded picture; it replaces image_url.") @Nullable
            UUID mediaUid,

            @Description("The address of a picture, https; it replaces media_uid.")
            @WebUrl(httpsAlone = true, message = WebUrl.HTTPS_MESSAGE)
            @Nullable
            @Size(max = 2_000)
            String imageUrl,

            ClearedComponents cleared) {

        ChangeBranding asChange(long account) {
            return new ChangeBranding(
                    new BrandingId(account),
                    cleared.toPatch(new Branding(legalTerms, legalPrivacy, headerText, mediaUid, imageUrl)));
        }
    }

    /** The branding as apps see it. */
    record Status(
            @Nullable String legalTerms,
            @Nullable String legalPrivacy,
            @Nullable String headerText,
            @Nullable String imageUrl) {}

    private final Backend backend;
    private final GatewaySettings settings;

    BrandingController(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    @Description("Shows the texts and the picture of the account; what was not set is null")
    @Access(lock = KEY)
    @PostMapping("/status")
    Mono<Status> showStatus(Caller caller) {
        return backend.ask(caller, new FindBranding(caller.account()))
                .map(branding -> new Status(
                        branding.legalTerms(),
                        branding.legalPrivacy(),
                        branding.headerText(),
                        branding.pictureUrl(settings.publicUrl())));
    }

    @Description("Finds the branding")
    @GetMapping(MANAGED)
    Mono<Branding> one(Caller caller) {
        return backend.ask(caller, new FindBranding(caller.account()));
    }

    @Description("Changes the branding")
    @PostMapping(MANAGED)
    Mono<Branding> change(Caller caller, @Params Change in) {
        return backend.send(caller, in.asChange(caller.account()));
    }

    @Description("Clears the whole branding")
    @DeleteMapping(MANAGED)
    Mono<Boolean> clear(Caller caller) {
        return backend.send(caller, new ClearBranding(new BrandingId(caller.account())))
                .thenReturn(true);
    }
}

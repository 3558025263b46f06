package encore.api.fans;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanQuery.FindFreeDisplayName;
import encore.kernel.fans.FreeDisplayName;
import encore.kernel.names.Blanks;
import encore.kernel.names.InvisibleCharacters;
import jakarta.validation.constraints.NotBlank;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Checks display names, and answers with a free one. */
@RestController
@Access(scope = "crm", lock = KEY)
@RequestMapping("/api/v1/ent/check_display_name")
class DisplayNamesController {

    private static final Pattern VALID = Pattern.compile("(?=.*[\\p{L}\\p{N}].*)[\\p{L}\\p{M}\\p{N} ._'-]+");

    record Check(
            @Description("2 to 50 letters, digits, spaces or . _ ' - are allowed.") @NotBlank
            String displayName) {

        String normalizedName() {
            return Blanks.trim(InvisibleCharacters.remove(displayName)).replaceAll("\\s+", " ");
        }
    }

    private final Backend backend;

    DisplayNamesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds a free display name close to the one that is sent")
    @PostMapping
    Mono<FreeDisplayName> check(Caller caller, @Params Check in) {
        String name = in.normalizedName();
        int length = name.codePointCount(0, name.length());
        if (length < 2
                || length > FreeDisplayName.MAX_LENGTH
                || !VALID.matcher(name).matches()) {
            throw Problem.input("display_name", ErrorCode.VALUE, "must be 2 to 50 letters, digits, spaces or . _ ' -");
        }
        return backend.ask(caller, new FindFreeDisplayName(caller.account(), name));
    }
}

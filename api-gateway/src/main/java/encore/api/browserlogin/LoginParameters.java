package encore.api.browserlogin;

import encore.api.browserlogin.LoginRequest.LoginType;
import encore.api.input.Description;
import encore.api.problems.Ids;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** The parameters with which a browser begins a login, and which each form sends again. */
record LoginParameters(
        @Min(1) @Max(Ids.HIGHEST) long accountId,

        @Description("The business that the fan logs in for.") @Min(1) @Max(Ids.HIGHEST)
        long businessId,

        @Description("The kind of contact that the page asks for; email if absent.") @Nullable
        LoginType loginType,

        @Description("One of the account's redirect_urls, byte by byte.") @NotNull @Size(max = 2_048)
        String redirectUrl,

        @Description("A text that comes back with the code or the error.") @Nullable @Size(max = 512)
        String state,

        @Description("A PKCE challenge of the method S256. Required for an app's own scheme.") @Nullable @Size(max = 64)
        String codeChallenge,

        @Description("The method of the challenge: S256.") @Nullable @Size(max = 16)
        String codeChallengeMethod) {}

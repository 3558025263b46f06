package encore.api.browserlogin.pages;

import java.net.URI;

/** Names the target of a redirect as a Content Security Policy names it. */
public final class RedirectSource {

    private RedirectSource() {}

    /**
     * Returns the origin of a registered redirect URL, or its scheme with a colon where the scheme is an app's own. Both
     * consist of characters that cannot end a directive.
     */
    static String of(String redirectUrl) {
        URI uri = URI.create(redirectUrl);
        if (isOfApp(redirectUrl)) {
            return uri.getScheme() + ":";
        }
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() == -1 ? "" : ":" + uri.getPort());
    }

    /** Whether the scheme of a registered redirect URL is an app's own. */
    public static boolean isOfApp(String redirectUrl) {
        String scheme = URI.create(redirectUrl).getScheme();
        return !"https".equals(scheme) && !"http".equals(scheme);
    }
}

package encore.command.accounts;

import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Writes an origin the way a browser writes it, so that later a comparison of texts is enough. */
final class BrowserOrigin {

    private static final int LONGEST = 255;
    private static final int HIGHEST_PORT = 65_535;

    private BrowserOrigin() {}

    /** Returns the origin in lower case and without the default port of its scheme. */
    static String normalize(String text) {
        try {
            URI uri = new URI(Blanks.trim(text).toLowerCase(Locale.ROOT));
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            boolean bare = uri.getUserInfo() == null
                    && uri.getQuery() == null
                    && uri.getFragment() == null
                    && "".equals(uri.getPath());
            if (web && bare && uri.getHost() != null && uri.getPort() <= HIGHEST_PORT && text.length() <= LONGEST) {
                int own = "https".equals(uri.getScheme()) ? 443 : 80;
                String port = uri.getPort() == -1 || uri.getPort() == own ? "" : ":" + uri.getPort();
                return uri.getScheme() + "://" + uri.getHost() + port;
            }
        } catch (URISyntaxException notAnOrigin) {
            // refused below, like every other text that is not an origin
        }
        throw new Refusal(
                Refusal.Kind.RULE,
                "not-an-origin",
                "origin",
                "An origin is a scheme, a host and perhaps a port: https://fans.example");
    }
}

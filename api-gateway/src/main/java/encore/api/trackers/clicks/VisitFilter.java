package encore.api.trackers.clicks;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** Distinguishes visits of people from those that are no clicks. */
final class VisitFilter {

    /** Parts of the User-Agent of programs that follow links: crawlers, previews of messengers, monitors and libraries. */
    private static final List<String> BOTS = List.of(
            "bot",
            "crawl",
            "spider",
            "slurp",
            "preview",
            "facebookexternalhit",
            "whatsapp",
            "telegram",
            "skypeuri",
            "embedly",
            "pingdom",
            "uptime",
            "monitor",
            "headlesschrome",
            "lighthouse",
            "curl/",
            "wget/",
            "python-",
            "go-http-client",
            "okhttp",
            "java-http-client",
            "libwww",
            "scanner",
            "validator",
            "bingpreview");

    private VisitFilter() {}

    /** Returns the kind of a visit that is no click; null for a click. */
    static @Nullable String noClick(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        if (!HttpMethod.GET.equals(request.getMethod())) {
            return "head";
        }
        if (says(headers, "Sec-Purpose") || says(headers, "Purpose") || says(headers, "X-Purpose")) {
            return "prefetch";
        }
        return isBot(headers.getFirst(HttpHeaders.USER_AGENT)) ? "bot" : null;
    }

    private static boolean says(HttpHeaders headers, String name) {
        String value = headers.getFirst(name);
        String purpose = value == null ? "" : value.toLowerCase(Locale.ROOT);
        return purpose.contains("prefetch") || purpose.contains("preview") || purpose.contains("prerender");
    }

    private static boolean isBot(@Nullable String userAgent) {
        String agent = userAgent == null ? "" : userAgent.toLowerCase(Locale.ROOT);
        return BOTS.stream().anyMatch(agent::contains);
    }
}

package encore.infra.cli.client;

import encore.infra.cli.terminal.CommandFailed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The server that a command calls, and the credentials for it.
 *
 * @param credentials as headers
 */
public record ApiTarget(URI url, Map<String, String> credentials) {

    private static final String NO_KEYS =
            "There are no keys: set ENCORE_KEY and ENCORE_SECRET, or start ./encore run, which writes the demo"
                    + " account's to ";

    public static ApiTarget of(Map<String, String> environment) {
        return of(environment, null, null);
    }

    /**
     * Returns the server and the credentials of a command that may name them itself.
     *
     * @param at the address; null for the one of the environment
     * @param keyFile a file such as {@code demo-keys.json}; null for the keys of the environment
     */
    public static ApiTarget of(Map<String, String> environment, @Nullable URI at, @Nullable Path keyFile) {
        URI url = at != null ? at : URI.create(environment.getOrDefault("ENCORE_URL", "http://localhost:8080"));
        if (keyFile != null) {
            return inFile(url, keyFile, "There is no key pair (api_key and api_secret) in " + keyFile + ".");
        }
        String key = environment.get("ENCORE_KEY");
        String secret = environment.get("ENCORE_SECRET");
        return key != null && secret != null
                ? pair(url, key, secret)
                : demo(url, Path.of(environment.getOrDefault("ENCORE_DATA", "data"), "demo-keys.json"));
    }

    /** Returns the server with the operator's token. */
    public static ApiTarget ofOperator(Map<String, String> environment) {
        String token = environment.get("ENCORE_OPERATOR_TOKEN");
        if (token == null || token.isBlank()) {
            throw new CommandFailed(
                    "Only the operator may do this: set ENCORE_OPERATOR_TOKEN to the value that the server has.");
        }
        URI url = URI.create(environment.getOrDefault("ENCORE_URL", "http://localhost:8080"));
        return new ApiTarget(url, Map.of("Authorization", "Bearer " + token));
    }

    private static ApiTarget pair(URI url, String key, String secret) {
        return new ApiTarget(url, Map.of("Api-Key", key, "Api-Secret", secret));
    }

    private static ApiTarget demo(URI url, Path file) {
        return inFile(url, file, NO_KEYS + file + ".");
    }

    private static ApiTarget inFile(URI url, Path file, String otherwise) {
        try {
            JsonNode pair = JsonMapper.shared().readTree(Files.readString(file));
            return pair(
                    url,
                    pair.path("api_key").stringValue(),
                    pair.path("api_secret").stringValue());
        } catch (IOException | JacksonException missing) {
            throw new CommandFailed(otherwise);
        }
    }

    /** Returns the address without the secret. */
    @Override
    public String toString() {
        return url.toString();
    }
}

package encore.command.accounts;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.accounts.KeyCommand.IssueKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.Scope;
import java.util.List;
import java.util.Random;

class KeyPairCommands implements RandomCommands {

    private static final KeyId KEY = new KeyId(7, "k");

    @Override
    public Class<?> aggregate() {
        return KeyPair.class;
    }

    @Override
    public Command<?> next(Random random) {
        List<String> scopes =
                Scope.words().subList(0, random.nextInt(Scope.words().size()));
        return random.nextInt(3) == 0 ? new RevokeKey(KEY) : new IssueKey(KEY, "hash", "label", scopes);
    }
}

package encore.command.passes;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AnsweringDispatch;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCommand.IssueRewardPass;
import encore.kernel.passes.PassCommand.OpenRewardPass;
import encore.kernel.passes.PassId;
import encore.kernel.passes.RewardAccess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IssueRewardPassHandlerTest {

    private static final PassId PASS = PassId.ofIssuance(7, "p1");
    private static final RewardAccess ACCESS = new RewardAccess("cap", 9, null, null);

    private final HeldClaims claims = new HeldClaims();
    private final List<OpenRewardPass> sent = new ArrayList<>();

    @Test
    void each_attempt_has_a_new_code() {
        issue();
        issue();
        assertThat(sent).extracting(OpenRewardPass::pass).containsOnly(PASS);
        assertThat(sent).extracting(OpenRewardPass::code).doesNotHaveDuplicates();
    }

    @Test
    void the_pass_follows_from_its_issuance() {
        assertThat(PassId.ofIssuance(7, "p1")).isEqualTo(PASS).isNotEqualTo(PassId.ofIssuance(7, "p2"));
        assertThat(PASS.uid()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    private void issue() {
        new IssueRewardPassHandler()
                .decide(new IssueRewardPass(PASS, 42, ACCESS), claims, new AnsweringDispatch(command -> {
                    OpenRewardPass open = (OpenRewardPass) command;
                    sent.add(open);
                    return new IssuedPass(open.pass().uid(), open.code());
                }));
    }
}
